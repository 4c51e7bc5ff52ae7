#pragma once

#include "core/hook/tap_point.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::python {

/// Notifies watchers of the forwards and backwards of a Python module.
/// Thread: the thread that runs the module.
class ModulePoint final : public hook::TapPoint
{
public:
    explicit ModulePoint(std::string type) : m_type(std::move(type)) {}
    std::string moduleType() const override { return m_type; }

    bool isTraining = true; ///< state of the module in its last run
    bool wasTransformed = false; ///< a call was not measured, since PyTorch only recorded or transformed it
    std::optional<std::int64_t> place = {}; ///< its number in compiled graphs; see CompiledHooks
    std::vector<Tensor> buffersNow = {}; ///< the module's watched buffers while a graph runs; the graph updates the module when it ends

private:
    std::string m_type;
};

enum class Side { Before, After };

/// Makes a hook for register_forward_pre_hook() or register_forward_hook(), with_kwargs if \p hasKwargs. It notifies the watchers of
/// \p point. Copies made by copy or pickle do nothing, so that copies of a module are not watched.
pybind11::object moduleHook(std::shared_ptr<ModulePoint> point, Side side, bool hasKwargs);

} // namespace lensboard::python
