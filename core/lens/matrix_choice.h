#pragma once

#include "core/gatherer/gatherers.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/matrix_preprocessor.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::lens {

/// Which matrices a lens copies when a tick ends, and how many bytes of them, to look at them in the background: what such lenses share.
class MatrixChoice
{
public:
    enum class Takes { Matrices, AllFlattened }; ///< other parameters are left out, or those of more dimensions are flattened behind the first

    /// \p lens: its kind, for notices. \p largest: values of a shorter side, at most.
    MatrixChoice(std::string lens, settings::ParameterPatterns wanted, Takes takes, std::int64_t largest)
        : m_lens(std::move(lens)), m_parameters(std::move(wanted), ParameterChoice::Which::All), m_takes(takes), m_largest(largest)
    {}

    const std::vector<std::string> &patterns() const { return m_parameters.patterns(); }
    /// The parameters of \p layer that \p pattern matches and that can be looked at; a notice says which are too large.
    std::vector<std::string> of(gatherer::Gatherers &gatherers, const record::LayerInfo &layer, const std::string &pattern) const;
    /// Says so if those of \p layers have turns.
    void reportTurns(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) const;

    /// How preprocessors copy and compute what is asked for now; \p gatherers outlive them.
    static std::function<double()> mostCopied(gatherer::Gatherers &gatherers);
    static preprocessor::MatrixPreprocessor::Compute compute(gatherer::Gatherers &gatherers);

private:
    struct Shape
    {
        std::int64_t rows, columns;
        double bytesCopied() const;
    };
    std::optional<Shape> shapeOf(const record::LayerInfo &layer, const std::string &name) const;
    bool isTaken(gatherer::Gatherers &gatherers, const record::LayerInfo &layer, const std::string &name) const;

    std::string m_lens;
    ParameterChoice m_parameters;
    Takes m_takes;
    std::int64_t m_largest;
};

} // namespace lensboard::lens
