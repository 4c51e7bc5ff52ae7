#include "core/hook/script_graph.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace lensboard::hook {

namespace {

using torch::jit::Block;
using torch::jit::GraphFunction;
using torch::jit::Node;
using torch::jit::Value;

void forEachFunction(const torch::jit::Module &module, const std::function<void(GraphFunction &)> &visit)
{
    std::unordered_set<const c10::ClassType *> seen;
    for (const torch::jit::Module &part : module.modules())
        if (const auto type = part.type(); seen.insert(type.get()).second)
            for (torch::jit::Function *method : type->methods())
                if (GraphFunction *function = torch::jit::tryToGraphFunction(*method)) {
                    function->ensure_defined();
                    visit(*function);
                }
}

void forEachNode(Block &block, const std::function<void(Node &)> &visit)
{
    for (Node *node : block.nodes()) {
        visit(*node);
        for (Block *inner : node->blocks())
            forEachNode(*inner, visit);
        if (node->hasAttribute(c10::attr::Subgraph)) // code of another thread
            forEachNode(*node->g(c10::attr::Subgraph)->block(), visit);
    }
}

/// "forward" or one of its overloads: "forward__0" of a scripted module, "forward1" of one traced through two calls.
bool isForward(std::string_view method)
{
    constexpr std::string_view kForward = "forward", kOverload = "__";
    if (!method.starts_with(kForward))
        return false;
    method.remove_prefix(kForward.size());
    if (method.starts_with(kOverload))
        method.remove_prefix(kOverload.size());
    return std::all_of(method.begin(), method.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns true if \p node begins a run of a module that is not reported yet. A forward that calls an overload or a
/// helper is the same run; a helper that calls forward begins one.
bool runsModule(const Node &node, const GraphFunction &method)
{
    if (node.kind() != c10::prim::CallMethod || !node.input(0)->type()->is_module())
        return false;
    const std::string &called = node.s(c10::attr::name);
    const bool ofItself = node.input(0) == method.graph()->inputs()[0];
    return ofItself ? called == "forward" && !isForward(method.name()) : isForward(called);
}

void surround(Node &call)
{
    static const auto enterKind = c10::Symbol::fromQualString(kEnterOperator);
    static const auto leaveKind = c10::Symbol::fromQualString(kLeaveOperator);
    torch::jit::Graph &graph = *call.owningGraph();
    Value *self = call.input(0);
    std::vector<Value *> tensors;
    for (Value *input : call.inputs())
        if (input->type()->isSubtypeOf(*c10::TensorType::get()))
            tensors.push_back(input);
    const torch::jit::WithInsertPoint beforeCall(&call);
    Value *inputs = graph.insertNode(graph.createList(c10::TensorType::get(), tensors)->copyMetadata(&call))->output();
    Node *enter = graph.insertNode(graph.create(enterKind, {self, inputs})->copyMetadata(&call));
    for (std::size_t i = 1; !tensors.empty() && i < call.inputs().size(); ++i)
        if (call.input(i) == tensors.front())
            call.replaceInput(i, enter->output());
    graph.create(leaveKind, {self, inputs, call.output()}, 0)->copyMetadata(&call)->insertAfter(&call);
}

/// Returns the function that \p node calls, or null if it has no graph.
GraphFunction *calledBy(const Node &node)
{
    torch::jit::Function *called = nullptr;
    if (node.kind() == c10::prim::CallFunction) {
        if (const auto type = node.input(0)->type()->cast<c10::FunctionType>())
            called = type->function();
    } else if (node.kind() == c10::prim::CallMethod) {
        if (const auto type = node.input(0)->type()->cast<c10::ClassType>())
            called = type->findMethod(node.s(c10::attr::name));
    }
    return called ? torch::jit::tryToGraphFunction(*called) : nullptr;
}

void guardLoops(GraphFunction &function, std::unordered_set<const GraphFunction *> &guarded)
{
    static const auto proceedKind = c10::Symbol::fromQualString(kProceedOperator);
    if (!guarded.insert(&function).second)
        return;
    function.ensure_defined();
    std::vector<Node *> loops; // collected before the graph changes
    std::vector<GraphFunction *> called;
    forEachNode(*function.graph()->block(), [&](Node &node) {
        if (node.kind() == c10::prim::Loop)
            loops.push_back(&node);
        else if (GraphFunction *next = calledBy(node))
            called.push_back(next);
    });
    for (Node *loop : loops)
        loop->blocks().front()->prependNode(loop->owningGraph()->create(proceedKind, 0)->copyMetadata(loop));
    for (GraphFunction *next : called)
        guardLoops(*next, guarded);
}

} // namespace

void forEachNode(const torch::jit::Module &module, const std::function<void(Node &)> &visit)
{
    forEachFunction(module, [&](GraphFunction &method) { forEachNode(*method.graph()->block(), visit); });
}

void instrument(const torch::jit::Module &module)
{
    std::unordered_set<const GraphFunction *> guarded;
    forEachFunction(module, [&](GraphFunction &method) {
        guardLoops(method, guarded);
        std::vector<Node *> calls; // collected before the graph changes
        forEachNode(*method.graph()->block(), [&](Node &node) {
            if (runsModule(node, method))
                calls.push_back(&node);
        });
        for (Node *call : calls)
            surround(*call);
        method._set_initial_executor_execution_mode(torch::jit::ExecutorExecutionMode::SIMPLE);
    });
}

} // namespace lensboard::hook
