package dev.sargasso.tests.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.visualizer.page.PageListener;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** What people do with the page, done by a script. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageTest {
  private static final String SMALL =
      """
      int sum(int *p, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
          if (p[i] > 10)
            s += p[i] * 3;
        }
        return s;
      }
      """;

  private Chromium chromium;
  private Page page;
  private final List<String> requests = new ArrayList<>();
  @TempDir private Path folder;

  @BeforeAll
  void start() {
    chromium = Chromium.start();
    page = chromium.newPage();
    page.onRequest(request -> requests.add(request.url()));
  }

  @AfterAll
  void stop() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @AfterEach
  void nothingIsComplainedOfAndNothingComesFromOutside() {
    assertEquals(List.of(), chromium.takeComplaints());
    requests.removeIf(url -> url.startsWith("file:") || url.matches("(data|blob):.*"));
    assertEquals(List.of(), requests);
  }

  // ------------------------------------------------------------------- opening

  private static Path example(String name) {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("examples"))) {
      root = root.getParent();
    }
    return root.resolve("examples").resolve(name);
  }

  private void open(String title, String source) throws IOException, SourceException {
    Path file = folder.resolve("source.c");
    Files.writeString(file, source);
    PageListener listener = new PageListener(name -> true);
    Compiler compiler =
        new Compiler(CompilerOptions.DEFAULT.withThreads(1), warning -> {}, listener);
    compiler.compile(compiler.read(file));
    Path html = folder.resolve("page.html");
    Files.writeString(
        html,
        dev.sargasso.visualizer.page.Page.of(listener, title, source, "-O2, click placement"));
    page.navigate(html.toUri().toString());
    awaitPicture();
  }

  /** Shows a kernel, which is compiled once for all tests. */
  private void open(String kernel) throws IOException, SourceException {
    Path html = folder.resolve(kernel + ".html");
    if (Files.exists(html)) {
      page.navigate(html.toUri().toString());
      awaitPicture();
    } else {
      open(kernel, Files.readString(example(kernel)));
      Files.move(folder.resolve("page.html"), html);
    }
  }

  private void awaitPicture() {
    page.waitForFunction(
        "() => document.querySelector('#sea progress').hidden"
            + " && document.querySelectorAll('#sea g.node').length > 0");
  }

  private int count(String selector) {
    return page.locator(selector).count();
  }

  private String phase() {
    return page.locator("#time button[aria-current]").getAttribute("data-phase");
  }

  // -------------------------------------------------------------- highlighting

  @ParameterizedTest
  @ValueSource(strings = {"sieve.c", "queens.c", "nbody.c"})
  void anInstructionLightsUpInEveryColumn(String kernel) throws Exception {
    open(kernel);
    List<?> counts =
        (List<?>)
            page.evaluate(
                """
                () => {
                  const rows = [...document.querySelectorAll('#machine .row:not(.block)')].slice(0, 40);
                  const columns = ['#source .lit', '#sea g.lit', '#schedule .lit', '#trees .lit'];
                  let chosen = 0, everywhere = 0;
                  for (const row of rows) {
                    row.click();
                    chosen += row.matches('.chosen')
                      && document.querySelectorAll('#machine .chosen').length === 1;
                    everywhere += columns.every(each => document.querySelector(each));
                  }
                  return [rows.length, chosen, everywhere];
                }\
                """);
    assertEquals(counts.get(0), counts.get(1), "each click chooses its row");
    int everywhere = (Integer) counts.get(2);
    assertTrue(everywhere > 5, "only " + everywhere + " of " + counts.get(0) + " light up all");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sieve.c", "queens.c", "nbody.c"})
  void aLineAndABlockLightUpWhatCameOfThem(String kernel) throws Exception {
    open(kernel);
    int line =
        (Integer)
            page.evaluate(
                """
                () => {
                  const line = [...document.querySelectorAll('#machine .number')]
                    .map(each => Number(each.textContent)).find(each => each > 0);
                  document.querySelectorAll('#source .row')[line - 1].click();
                  return line;
                }\
                """);
    assertTrue(line > 0);
    assertTrue(count("#schedule .lit") > 0);
    assertTrue(count("#machine .lit") > 0);
    for (String number : page.locator("#machine .lit .number").allTextContents()) {
      assertEquals(line, Integer.parseInt(number));
    }
    page.keyboard().press("Escape");
    assertEquals(0, count(".row.lit"));
    page.locator("#schedule .row.block").nth(1).click();
    assertEquals(1, count("#trees .row.lit"));
    assertTrue(count("#schedule .row.lit") > 1);
  }

  @Test
  void aNodeInThePictureIsTheOneInTheSchedule() throws Exception {
    open("small.c", SMALL);
    List<?> pairs =
        (List<?>)
            page.evaluate(
                """
                () => [...document.querySelectorAll('#sea g.node')].map(each => {
                  each.dispatchEvent(new MouseEvent('click'));
                  return [each.querySelector('title').textContent,
                    document.querySelector('#details').textContent,
                    document.querySelector('#schedule .chosen')?.lastChild.textContent ?? ''];
                })\
                """);
    int placed = 0;
    int movable = 0;
    for (Object each : pairs) {
      List<?> texts = (List<?>) each;
      String title = (String) texts.get(0);
      String details = (String) texts.get(1);
      String name = title.substring(0, title.indexOf(' ')) + " = ";
      assertTrue(details.startsWith(name), title);
      if (!texts.get(2).equals("")) {
        assertTrue(((String) texts.get(2)).startsWith(name), title);
        placed++;
      }
      if (details.contains("May stand in")) {
        assertTrue(details.contains("Policies: early B"), details);
        movable++;
      }
    }
    assertTrue(placed > 10, "only " + placed + " have a place");
    assertTrue(movable > 2, "only " + movable + " had a choice");
  }

  @Test
  void aLiveRangeShowsWithWhichItInterferes() throws Exception {
    open("small.c", SMALL);
    Object found =
        page.evaluate(
            """
            () => [...document.querySelectorAll('#ranges .row')].some(row => {
              row.click();
              return document.querySelector('#details').textContent.includes('together with v');
            })\
            """);
    assertEquals(true, found, "nothing interferes");
    assertTrue(count("#ranges .legal") > 0, "no row says with which");
    assertTrue(count("#machine .lit") > 0, "no instruction belongs to it");
    assertEquals(count("#ranges .row"), count("#ranges .dot"), "each value is in the graph");
    assertEquals(count("#ranges .legal"), count("#ranges path.lit"), "an edge to each of them");
    page.locator("#ranges .dot").last().dispatchEvent("click");
    assertEquals(1, count("#ranges .dot.chosen"));
    assertEquals(count("#ranges .legal"), count("#ranges path.lit"));
    assertEquals(1, count("#machine .lit"), "what defines it");
    Download svg = page.waitForDownload(() -> page.locator("#ranges h2 button").first().click());
    Document picture =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.path().toFile());
    assertEquals(count("#ranges .dot"), picture.getElementsByTagName("circle").getLength());
  }

  // ------------------------------------------------------------------- phases

  private Map<String, String> positions() {
    Map<String, String> positions = new HashMap<>();
    Object pairs =
        page.evaluate(
            "() => [...document.querySelectorAll('#sea g.node')].map(each =>"
                + " [each.querySelector('title').textContent.split(' ')[0],"
                + " each.getAttribute('transform')])");
    for (Object pair : (List<?>) pairs) {
      positions.put((String) ((List<?>) pair).get(0), (String) ((List<?>) pair).get(1));
    }
    return positions;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sieve.c", "queens.c", "nbody.c"})
  void phasesAreSteppedThrough(String kernel) throws Exception {
    open(kernel);
    int phases = count("#time button[data-phase]");
    assertTrue(phases > 4, "only " + phases + " phases changed anything");
    page.locator("#time button[data-phase]").first().click();
    awaitPicture();
    assertEquals("source", phase());
    List<String> seen = new ArrayList<>(List.of(phase()));
    for (int i = 1; i < phases; i++) {
      page.keyboard().press("ArrowRight");
      awaitPicture();
      seen.add(phase());
    }
    assertEquals("allocate", phase());
    assertTrue(seen.contains("motion"), seen.toString());
    page.keyboard().press("ArrowRight");
    assertEquals("allocate", phase(), "behind the last there is none");
    page.keyboard().press("ArrowLeft");
    awaitPicture();
    assertEquals(seen.get(phases - 2), phase());
    assertTrue(count("#time .added") > 0);
    assertTrue(count("#time .folded") > 0);
  }

  @Test
  void nothingMovesFromPhaseToPhase() throws Exception {
    open("small.c", SMALL);
    page.locator("#time button[data-phase]").first().click();
    awaitPicture();
    Map<String, String> before = positions();
    int same = 0;
    for (int i = 1; i < count("#time button[data-phase]"); i++) {
      page.keyboard().press("ArrowRight");
      awaitPicture();
      Map<String, String> now = positions();
      for (Map.Entry<String, String> each : now.entrySet()) {
        if (before.containsKey(each.getKey())) {
          assertEquals(before.get(each.getKey()), each.getValue(), each.getKey() + " moved");
          same++;
        }
      }
      before.putAll(now);
    }
    assertTrue(same > 50, "only " + same);
    page.locator("#time button[data-phase]").nth(1).click();
    awaitPicture();
    assertTrue(count("#sea .change-added") + count("#sea .change-removed") > 0);
  }

  // ------------------------------------------------------- search and filters

  @ParameterizedTest
  @ValueSource(strings = {"sieve.c", "queens.c", "nbody.c"})
  void whatIsSearchedIsFound(String kernel) throws Exception {
    open(kernel);
    page.keyboard().press("/");
    page.keyboard().type("phi");
    String first = page.locator("#details b").textContent();
    assertTrue(first.contains("phi"), first);
    page.keyboard().press("Enter");
    String second = page.locator("#details b").textContent();
    assertTrue(second.contains("phi"), second);
    assertNotEquals(first, second);
    page.locator("#search").fill("no such thing");
    assertTrue(page.locator("#details").textContent().contains("No node"));
    page.locator("#search").fill("");
  }

  @Test
  void filtersAndDepthHideNodes() throws Exception {
    open("small.c", SMALL);
    int all = count("#sea g.node");
    page.locator("[data-filter=constants]").check();
    awaitPicture();
    int without = count("#sea g.node");
    assertTrue(without < all);
    page.locator("[data-filter=control]").check();
    awaitPicture();
    assertTrue(count("#sea g.node") < without);
    assertEquals(0, count("#sea g.node.k0"));
    page.locator("#schedule .row", new Page.LocatorOptions().setHasText("mul")).first().click();
    page.locator("#depth").fill("1");
    page.waitForFunction("() => document.querySelectorAll('#sea g.node').length < 8");
    assertTrue(count("#sea g.chosen") == 1);
  }

  // ------------------------------------------------------------------ exports

  @ParameterizedTest
  @ValueSource(strings = {"sieve.c", "queens.c", "nbody.c"})
  void picturesAreSaved(String kernel) throws Exception {
    open(kernel);
    Download svg = page.waitForDownload(() -> page.locator("#sea h2 button").first().click());
    assertTrue(svg.suggestedFilename().endsWith("-motion.svg"), svg.suggestedFilename());
    Document picture =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.path().toFile());
    assertEquals("svg", picture.getDocumentElement().getTagName());
    assertEquals(count("#sea g.node"), picture.getElementsByTagName("rect").getLength());
    Download png = page.waitForDownload(() -> page.locator("#sea h2 button").nth(1).click());
    BufferedImage image = ImageIO.read(png.path().toFile());
    assertTrue(image.getWidth() > 500 && image.getHeight() > 200, image.toString());
  }

  // -------------------------------------------------------------------- keys

  @ParameterizedTest
  @ValueSource(strings = {"sieve.c", "queens.c", "nbody.c"})
  void everythingCanBeDoneWithKeys(String kernel) throws Exception {
    open(kernel);
    page.locator("#schedule .row", new Page.LocatorOptions().setHasText("phi")).first().click();
    String first = page.locator("#details b").textContent();
    page.keyboard().press("ArrowDown");
    String user = page.locator("#details b").textContent();
    assertNotEquals(first, user);
    assertTrue(user.contains(first.substring(0, first.indexOf(' '))), user + " of " + first);
    page.keyboard().press("ArrowUp");
    assertTrue(page.locator("#details b").textContent().startsWith("v"));
    String theme = "() => document.documentElement.dataset.theme ?? ''";
    Object before = page.evaluate(theme);
    page.keyboard().press("t");
    assertNotEquals(before, page.evaluate(theme));
    page.keyboard().press("t");
    String view = page.locator("#sea svg").getAttribute("viewBox");
    page.mouse().move(500, 500);
    page.mouse().wheel(0, 400);
    page.waitForFunction(
        "before => document.querySelector('#sea svg').getAttribute('viewBox') !== before", view);
    page.keyboard().press("f");
    assertNotEquals(view, page.locator("#sea svg").getAttribute("viewBox"));
    page.keyboard().press("?");
    assertTrue(page.locator("dialog#keys").isVisible());
    page.keyboard().press("Escape");
    assertFalse(page.locator("dialog#keys").isVisible());
  }

  // ------------------------------------------------------------ hard programs

  @Test
  void aLargeFunctionIsFoldedAndUnfolded() throws Exception {
    StringBuilder source = new StringBuilder("int f(int *p, int n) {\n  int s = 0;\n");
    for (int i = 0; i < 400; i++) {
      source.append("  if (p[").append(i).append("] > n) s = s * 3 + p[n + ").append(i);
      source.append("];\n");
    }
    open("large.c", source + "  return s;\n}\n");
    int folds = count("#sea g.fold");
    assertTrue(folds > 5 && folds < 200, folds + " folds");
    page.locator("#sea g.fold").nth(2).dispatchEvent("click");
    page.waitForFunction(
        "folds => document.querySelectorAll('#sea g.fold').length < folds"
            + " && document.querySelectorAll('#sea g.node:not(.fold)').length > 0",
        folds);
  }

  @Test
  void markupInASourceIsText() throws Exception {
    String hostile =
        "// </script><script>document.title = 'taken'</script> \u00e4\u2028 & < > \"\n";
    open("</title><b>bold</b>.c", hostile + SMALL);
    assertEquals(
        hostile.strip(),
        page.locator("#source .row").first().evaluate("each => each.lastChild.textContent"));
    assertEquals("</title><b>bold</b>.c: Sargasso", page.title());
    assertEquals(0, count("h1 b"));
  }

  // -------------------------------------------------------------- screenshots

  /** {@code -Dscreenshots=true} makes the pictures of the documentation anew. */
  @Test
  @EnabledIfSystemProperty(named = "screenshots", matches = "true")
  void screenshots() throws Exception {
    Path images = example("..").normalize().resolve("docs/images");
    for (String theme : List.of("light", "dark")) {
      open("queens.c");
      page.evaluate("theme => document.documentElement.dataset.theme = theme", theme);
      page.locator("#schedule .row", new Page.LocatorOptions().setHasText("add")).first().click();
      page.screenshot(
          new Page.ScreenshotOptions().setPath(images.resolve("view-" + theme + ".png")));
    }
  }
}
