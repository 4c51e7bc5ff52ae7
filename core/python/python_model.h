#pragma once

#include "core/hook/model_source.h"
#include "core/python/compiled_hooks.h"
#include "core/record/message.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::python {

/// A Python torch.nn.Module and its submodules, with the names from named_modules(). Only watched modules have
/// hooks; in a model that is compiled, so have modules that were watched before. References to modules are weak.
/// Thread: the training thread, with or without the GIL.
class PythonModel final : public hook::ModelSource, private CompiledHooks::Model
{
public:
    enum class Order { AsRegistered, First }; ///< place of our hooks among the hooks of a module

    /// \p scaler scales the loss: a torch GradScaler, or any object with get_scale(); may be None.
    /// Errors: std::invalid_argument if \p model is not a torch.nn.Module.
    explicit PythonModel(pybind11::object model, Order order = Order::AsRegistered, pybind11::object scaler = pybind11::none());
    ~PythonModel() override;

    const void *model() const override { return m_model; }
    std::vector<hook::TappedModule> modules() const override;
    std::size_t foundCount() const override { return m_found; }
    /// Also finds added and removed modules.
    bool refresh() override;
    void callbacksChanged() override;
    bool remembersCallbacks() const override { return CompiledHooks::areSupported(); }
    std::vector<record::Message> takeNotices() override;
    bool canSkipForwards() const override { return true; }
    bool isInGraph() const override { return m_isInGraph; }
    std::size_t forwardCallbackCount() const override;
    void measuresNext(bool inTraining, bool inEvaluation) override;
    hook::GradientScale gradientScale() const override;
    hook::GradientAveraging gradientAveraging() const override;

private:
    enum class Installed { No, Called, Traceable, TraceableWithGradient };
    /// A module's hook on one side.
    struct ModuleSide
    {
        pybind11::object handle = {}, hook = {}; ///< null without a hook
        Installed installed = Installed::No;
        bool isWatched = false;
        bool wasWatched = false, wasGradientWatched = false; ///< at any time

        bool note(bool forward, bool gradient);
        Installed wanted(bool isCompiled) const;
    };
    struct Module
    {
        std::string name;
        pybind11::weakref object;
        std::string type;
        std::size_t depth = 0;
        bool isLeaf = true;
        std::shared_ptr<ModulePoint> point;
        ModuleSide before, after;
        pybind11::dict divided = {}; ///< Divisions of its divided parameters, by name; see python_division.h
    };
    std::vector<Module> found() const;
    template <typename Visit>
    void visitState(const Visit &visit) const;
    void keepState();
    bool isAsKept() const;
    void compilingBegins() override;
    void compilingEnds(bool isTraced) override;
    void updateHooks();
    void setCalled(bool isCalled);
    bool isAlwaysPresent(const ModuleSide &side) const;
    void install(Module &module, Side side, Installed wanted);

    PyObject *m_model; ///< borrowed; only its address is used
    pybind11::weakref m_root;
    Order m_order;
    std::shared_ptr<pybind11::object> m_scaler; ///< null without a scaler
    std::shared_ptr<pybind11::weakref> m_parallel; ///< wrapper that averages gradients; null if there is none
    std::vector<Module> m_modules;
    std::vector<const void *> m_state; ///< addresses and kinds of modules and parameters at the last refresh()
    std::size_t m_found = 0;
    std::vector<record::Message> m_notices;
    bool m_isCalled = true; ///< false while the hooks are taken away, but for the model's own before its forward
    bool m_wasTransformed = false;
    bool m_isCompiled = false; ///< a graph has its modules, or is being made
    bool m_isInGraph = false;  ///< a graph has its modules
};

} // namespace lensboard::python
