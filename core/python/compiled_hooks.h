#pragma once

#include "core/python/module_hook.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace lensboard::python {

/// Hooks of models that torch.compile traces. They become operators in its graphs; an operator notifies the watchers of a place each time the
/// graph runs. Needs a torch with torch.compiler.is_exporting(); earlier versions call hooks between graphs.
class CompiledHooks
{
public:
    /// A model that may be compiled.
    /// Thread: with the GIL, but for setInGraphs().
    class Model
    {
    public:
        Model();
        virtual ~Model();
        Model(const Model &) = delete;
        Model &operator=(const Model &) = delete;

        /// Dynamo traces modules from here on.
        virtual void compilingBegins() = 0;
        /// \p isTraced: the graph has operators of this model.
        virtual void compilingEnds(bool isTraced) = 0;

    protected:
        /// Returns a hook that calls \p native, or becomes an operator when it is traced. Watchers see \p buffers, names, with their values in the
        /// graph. \p isFirst: the model's first; all graphs tell that a forward begins.
        pybind11::object traceable(pybind11::object native, const std::shared_ptr<ModulePoint> &point, Side side, bool withGradient,
                                   const pybind11::list &buffers, bool isFirst) const;
        /// Chooses the graphs that run next, in training and in evaluation: with or without operators.
        void setInGraphs(bool inTraining, bool inEvaluation);

    private:
        friend class CompiledHooks;
        std::int64_t m_key;
        std::pair<bool, bool> m_inGraphs{true, true};
        pybind11::object m_graphs; ///< null if torch is too old
    };

    static bool areSupported();
    /// Makes torch compile all compiled functions again at their next call. Returns true if there are any.
    static bool forgetGraphs();
    static void bind(pybind11::module_ &module);

private:
    static std::vector<Model *> &models();
};

} // namespace lensboard::python
