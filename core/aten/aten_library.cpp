#include "core/aten/aten_library.h"

#include "core/aten/aten_tensor.h"
#include "core/aten/aten_value.h"
#include "core/aten/torch_file.h"

#include <ATen/Parallel.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/version.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace lensboard {

namespace {

using torch::autograd::variable_list;

/// The operators called so far, indexed by their numbers.
class Handles
{
public:
    c10::OperatorHandle of(const Operator &op)
    {
        const std::lock_guard lock(m_mutex);
        if (op.number() >= m_handles.size())
            m_handles.resize(op.number() + 1);
        auto &handle = m_handles[op.number()];
        if (!handle)
            handle = c10::Dispatcher::singleton().findSchemaOrThrow(("aten::" + op.name()).c_str(), op.overload().c_str());
        return *handle;
    }

private:
    std::mutex m_mutex;
    std::vector<std::optional<c10::OperatorHandle>> m_handles;
};

/// Converts an argument for an operator's stack.
struct ToStack
{
    c10::IValue operator()(const Tensor &tensor) const { return tensor.defined() ? c10::IValue(static_cast<const at::Tensor &>(tensor)) : c10::IValue(); }
    c10::IValue operator()(const std::vector<Tensor> &tensors) const { return atenOf(tensors); }
    c10::IValue operator()(double number) const { return number; }
    c10::IValue operator()(std::int64_t number) const { return number; }
    c10::IValue operator()(bool flag) const { return flag; }
    c10::IValue operator()(const Shape &shape) const { return shape; }
    c10::IValue operator()(ElementType type) const { return static_cast<std::int64_t>(type); }
    c10::IValue operator()(Device device) const { return c10::Device(static_cast<c10::DeviceType>(device.kind), device.index); }
};

/// Calls an operator.
c10::IValue result(const Operator &op, std::span<const Argument> arguments)
{
    static Handles handles;
    const c10::InferenceMode usual(false); // a tensor created during validation may be written to later
    const at::NoGradGuard noGradients;
    const c10::OperatorHandle handle = handles.of(op);
    const std::vector<c10::Argument> &wanted = handle.schema().arguments();
    const std::size_t positional = arguments.size() - op.keywords().size();
    torch::jit::Stack stack;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto keyword = std::ranges::find(op.keywords(), wanted[i].name());
        const std::size_t place = i < positional ? i : positional + static_cast<std::size_t>(keyword - op.keywords().begin());
        if (place < arguments.size())
            stack.push_back(std::visit(ToStack{}, arguments[place]));
        else
            stack.push_back(wanted[i].default_value().value_or(c10::IValue()));
    }
    handle.callBoxed(&stack);
    return stack.front();
}

class AccumulationHookOfNode final : public AccumulationHook
{
public:
    AccumulationHookOfNode(at::Tensor parameter, std::function<void()> notify) : m_parameter(std::move(parameter)), m_notify(std::move(notify))
    {
        follow();
    }
    ~AccumulationHookOfNode() override { remove(); }

    bool follow() override
    {
        auto node = torch::autograd::impl::grad_accumulator(m_parameter);
        if (!node || node == m_node)
            return false;
        remove();
        m_node = std::move(node);
        m_key = m_node->add_post_hook(std::make_unique<Notify>(m_notify));
        return true;
    }

private:
    struct Notify final : torch::autograd::FunctionPostHook
    {
        explicit Notify(std::function<void()> all) : notify(std::move(all)) {}
        variable_list operator()(const variable_list &outputs, const variable_list &) override
        {
            notify();
            return outputs;
        }
        std::function<void()> notify;
    };

    void remove()
    {
        if (m_node)
            m_node->del_post_hook(m_key);
    }

    at::Tensor m_parameter;
    std::function<void()> m_notify;
    std::shared_ptr<torch::autograd::Node> m_node; ///< owned here because the tensor holds the node weakly
    std::uintptr_t m_key = 0;
};

} // namespace

const AtenLibrary &AtenLibrary::instance()
{
    static const AtenLibrary library;
    return library;
}

std::pair<std::string, std::string> AtenLibrary::version() const
{
    return {"libtorch", TORCH_VERSION};
}

Tensor AtenLibrary::call(const Operator &op, std::span<const Argument> arguments) const
{
    return result(op, arguments).toTensor();
}

std::vector<Tensor> AtenLibrary::callForList(const Operator &op, std::span<const Argument> arguments) const
{
    return viewsOf(result(op, arguments).toTensorVector());
}

bool AtenLibrary::has(const Operator &op) const
{
    const auto handle = c10::Dispatcher::singleton().findSchema({"aten::" + op.name(), op.overload()});
    return handle && std::ranges::all_of(op.keywords(), [&](const std::string &keyword) { return handle->schema().argumentIndexWithName(keyword).has_value(); });
}

Tensor AtenLibrary::made(const std::vector<double> &values, ElementType type, Device device) const
{
    return Tensor(at::tensor(at::ArrayRef<double>(values))).to(device, type);
}

void AtenLibrary::beginThread() const
{
    at::get_num_threads();
}

bool AtenLibrary::isRecordingGradients() const
{
    return at::GradMode::is_enabled();
}

std::shared_ptr<void> AtenLibrary::withoutGradients() const
{
    struct Scope
    {
        c10::InferenceMode usual{false}; // enables gradients
        at::NoGradGuard noGradients;
    };
    return std::make_shared<Scope>();
}

Tensor AtenLibrary::viewed(const Tensor &tensor) const
{
    const at::Tensor &input = tensor;
    return input.view_as(input);
}

void AtenLibrary::onGradient(const Tensor &tensor, GradientCallback watcher) const
{
    static_cast<const at::Tensor &>(tensor).register_hook([watcher = std::move(watcher)](const at::Tensor &gradient) { watcher(gradient); });
}

Tensor AtenLibrary::gradient(const Tensor &parameter) const
{
    return static_cast<const at::Tensor &>(parameter).grad();
}

std::unique_ptr<AccumulationHook> AtenLibrary::onAccumulation(const Tensor &parameter, std::function<void()> notify) const
{
    return std::make_unique<AccumulationHookOfNode>(parameter, std::move(notify));
}

void AtenLibrary::atEndOfBackward(std::function<void()> function) const
{
    torch::autograd::Engine::get_default_engine().queue_callback(std::move(function));
}

void AtenLibrary::save(const std::filesystem::path &path, const Value &value) const
{
    writeTorchFile(path, toIValue(value));
}

Value AtenLibrary::load(const std::filesystem::path &path) const
{
    return valueOf(readTorchFile(path));
}

} // namespace lensboard
