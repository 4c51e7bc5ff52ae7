#pragma once

#include "core/hook/model_source.h"
#include "core/python/module_hook.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

namespace lensboard::python {

/// A torch.nn.Module of Python and those in it, by the names that named_modules() gives. Hooks are on modules while somebody watches
/// them, and on no others. Modules are held weakly.
/// Thread: the one that trains, with or without the GIL.
class PythonModel final : public hook::ModelSource
{
public:
    enum class Order { AsRegistered, First }; ///< of our hooks among those of a module

    /// \p scaler: what scales the loss, a torch GradScaler or any that has get_scale(); None if nothing does.
    /// Errors: std::invalid_argument if \p model is no torch.nn.Module.
    explicit PythonModel(pybind11::object model, Order order = Order::AsRegistered, pybind11::object scaler = pybind11::none());
    ~PythonModel() override;

    const void *model() const override { return m_model; }
    std::vector<hook::TappedModule> modules() const override;
    std::size_t foundCount() const override { return m_found; }
    /// Finds modules that were added or taken away, too.
    bool refresh() override;
    void watchersChanged() override;
    hook::GradientScale gradientScale() const override;
    hook::GradientAveraging gradientAveraging() const override;

private:
    struct Module
    {
        std::string name;
        pybind11::weakref object;
        std::string type;
        std::size_t depth = 0;
        bool isLeaf = true;
        std::shared_ptr<ModulePoint> point;
        pybind11::object before, after; ///< handles of hooks; none where there is none
    };
    std::vector<Module> found() const;
    template <typename Visit>
    void visitState(const Visit &visit) const;
    void keepState();
    bool isAsKept() const;

    PyObject *m_model; ///< borrowed, for its address
    pybind11::weakref m_root;
    Order m_order;
    std::shared_ptr<pybind11::object> m_scaler; ///< null if there is none
    std::shared_ptr<pybind11::weakref> m_parallel; ///< the wrapper that averages gradients; null if there is none
    std::vector<Module> m_modules;
    std::vector<const void *> m_state; ///< of modules and parameters, as they were listed
    std::size_t m_found = 0;
};

} // namespace lensboard::python
