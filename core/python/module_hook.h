#pragma once

#include "core/hook/tap_point.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

namespace lensboard::python {

/// Notifies watchers of the forwards and backwards of a Python module.
/// Thread: the thread that runs the module.
class ModulePoint final : public hook::TapPoint
{
public:
    explicit ModulePoint(std::string type) : m_type(std::move(type)) {}
    std::string moduleType() const override { return m_type; }

    bool isTraining = true; ///< state of the module in its last run

private:
    std::string m_type;
};

enum class Side { Before, After };

/// Makes a hook for register_forward_pre_hook() or register_forward_hook(), with_kwargs if \p hasKwargs. It notifies the watchers of
/// \p point. Copies made by copy or pickle do nothing, so that copies of a module are not watched.
pybind11::object moduleHook(std::shared_ptr<ModulePoint> point, Side side, bool hasKwargs);

} // namespace lensboard::python
