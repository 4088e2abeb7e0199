package dev.sargasso.tests.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * The Chromium of the system, driven by Playwright; the browsers that Playwright would bring are
 * not used. Whatever a page complains of, and whatever it asks the network for, is kept.
 */
final class Chromium implements AutoCloseable {
  private static final List<String> QUIET =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private final Playwright playwright;
  private final Browser browser;
  private final List<String> complaints = new ArrayList<>();

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /**
   * Starts it.
   *
   * @throws TestAbortedException if there is none, so that the tests are skipped
   */
  static Chromium start() {
    Path program =
        find()
            .orElseThrow(
                () ->
                    new TestAbortedException(
                        "there is no Chromium to show the page; to test it: apt-get install"
                            + " chromium"));
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1",
                        "PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS", "1")));
    try {
      Browser browser =
          playwright
              .chromium()
              .launch(new BrowserType.LaunchOptions().setExecutablePath(program).setArgs(QUIET));
      return new Chromium(playwright, browser);
    } catch (PlaywrightException e) {
      playwright.close();
      throw e;
    }
  }

  private static Optional<Path> find() {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .flatMap(folder -> Stream.of("chromium", "chromium-browser").map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** An empty page. */
  Page newPage() {
    Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1600, 1000));
    page.onPageError(complaints::add);
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")) {
            complaints.add(message.text());
          }
        });
    return page;
  }

  /** What pages have complained of since this was asked last. */
  List<String> takeComplaints() {
    List<String> taken = List.copyOf(complaints);
    complaints.clear();
    return taken;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
