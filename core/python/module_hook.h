#pragma once

#include "core/hook/tap_point.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

namespace lensboard::python {

/// The moments of one Python module.
/// Thread: the one that runs the module.
class ModulePoint final : public hook::TapPoint
{
public:
    explicit ModulePoint(std::string type) : m_type(std::move(type)) {}
    std::string moduleType() const override { return m_type; }

    bool isTraining = true; ///< as the module was when it ran last

private:
    std::string m_type;
};

enum class Side { Before, After };

/// What register_forward_pre_hook() or register_forward_hook() takes, with_kwargs if \p hasKwargs: notifies the watchers of \p point.
/// A copy of it, and what pickle makes of it, does nothing, so that copies of a module are not watched.
pybind11::object moduleHook(std::shared_ptr<ModulePoint> point, Side side, bool hasKwargs);

} // namespace lensboard::python
