package dev.sargasso.visualizer.view;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who calls whom: the functions of a program and those outside that it calls, by name, and an edge
 * for each call. Calls through pointers lead nowhere and are left out.
 *
 * <p>Unlike other views this looks for the calls when it is made, in time linear in the program.
 */
public final class CallView extends View<String, CallView.Call> {
  private final Program program;
  private final Map<String, List<Call>> callers = new LinkedHashMap<>();
  private final Map<String, List<Call>> callees = new LinkedHashMap<>();

  /** A view of {@code program}. */
  public CallView(Program program) {
    this.program = program;
    for (Function function : program.functions()) {
      callers.put(function.name(), new ArrayList<>());
    }
    for (Function function : program.functions()) {
      List<Call> calls = new ArrayList<>();
      Graph graph = function.graph();
      for (int id = 0; id < graph.idLimit(); id++) {
        Node node = graph.node(id);
        if (node != null
            && node.attribute() instanceof CallDescriptor descriptor
            && !descriptor.isIndirect()) {
          Call call = new Call(function.name(), String.valueOf(descriptor.symbol()), node);
          calls.add(call);
          callers.computeIfAbsent(call.callee, name -> new ArrayList<>()).add(call);
        }
      }
      callees.put(function.name(), calls);
    }
  }

  /**
   * An edge.
   *
   * @param caller the function that calls
   * @param callee the one that is called
   * @param node the call
   */
  public record Call(String caller, String callee, Node node) {}

  /** Whether a function is of the program, and not only called by it. */
  public boolean isDefined(String name) {
    return program.function(name) != null;
  }

  @Override
  List<String> vertices() {
    return List.copyOf(callers.keySet());
  }

  @Override
  List<Call> incoming(String function) {
    return callers.getOrDefault(function, List.of());
  }

  @Override
  List<Call> outgoing(String function) {
    return callees.getOrDefault(function, List.of());
  }

  @Override
  public boolean containsVertex(String function) {
    return callers.containsKey(function);
  }

  @Override
  public boolean containsEdge(Call edge) {
    return outgoing(edge.caller).contains(edge);
  }

  @Override
  public String getEdgeSource(Call edge) {
    return edge.caller;
  }

  @Override
  public String getEdgeTarget(Call edge) {
    return edge.callee;
  }
}
