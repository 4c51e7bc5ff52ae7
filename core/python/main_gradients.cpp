#include "core/python/main_gradients.h"

#include "core/python/callback.h"

#include <utility>

namespace py = pybind11;

namespace lensboard::python {

namespace {

class Registration final : public AccumulationHook
{
public:
    explicit Registration(py::object registration) : m_registration(std::move(registration)) {}
    ~Registration() override
    {
        setPaused(true);
        const py::gil_scoped_acquire lock;
        m_registration = {};
    }
    bool follow() override { return false; }
    void setPaused(bool isPaused) override
    {
        const py::gil_scoped_acquire lock;
        try {
            m_registration.attr("set_active")(!isPaused);
        } catch (py::error_already_set &error) {
            error.discard_as_unraisable("a hook for gradients of parameters");
        }
    }

private:
    py::object m_registration;
};

} // namespace

std::unique_ptr<AccumulationHook> hookOf(py::object registration)
{
    return std::make_unique<Registration>(std::move(registration));
}

thread_local std::vector<std::function<void()>> *MainGradients::s_last = nullptr;

std::unique_ptr<AccumulationHook> MainGradients::onGradient(const py::object &parameter, const std::function<void()> &notify)
{
    const auto optimizers = py::module_::import("lensboard._optimizers");
    if (!optimizers.attr("has_main_gradient")(parameter).cast<bool>())
        return nullptr;
    auto hook = hookOf(optimizers.attr("MainGradient")(parameter, callback([notify](PyObject *) { notify(); })));
    hook->setPaused(false);
    return hook;
}

void MainGradients::measure(const py::list &functions)
{
    std::vector<std::function<void()>> last;
    struct Scope
    {
        explicit Scope(std::vector<std::function<void()>> *now) : before(std::exchange(s_last, now)) {}
        ~Scope() { s_last = before; }
        Scope(const Scope &) = delete;
        Scope &operator=(const Scope &) = delete;
        std::vector<std::function<void()>> *before;
    };
    const Scope scope(&last);
    for (const py::handle function : functions)
        function();
    for (std::size_t i = 0; i < last.size(); ++i) {
        const std::function<void()> next = last[i]; // may append more
        next();
    }
}

} // namespace lensboard::python
