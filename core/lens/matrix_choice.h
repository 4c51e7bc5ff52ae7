#pragma once

#include "core/gatherer/gatherers.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/matrix_preprocessor.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::lens {

/// Chooses matrices for lenses that copy them when a tick ends and analyse them in the background; limits the bytes to copy.
class MatrixChoice
{
public:
    enum class Takes { Matrices, AllFlattened }; ///< skip other parameters, or flatten all dimensions after the first

    /// \p lens: its kind, for notices. \p largest: limit for the length of the shorter side.
    MatrixChoice(std::string lens, settings::ParameterPatterns wanted, Takes takes, std::int64_t largest)
        : m_lens(std::move(lens)), m_parameters(std::move(wanted)), m_takes(takes), m_largest(largest)
    {}

    const std::vector<std::string> &patterns() const { return m_parameters.patterns(); }
    /// Returns the parameters of \p layer that match \p pattern and can be analysed; a notice names matrices that are too large.
    std::vector<std::string> of(gatherer::Gatherers &gatherers, const record::LayerInfo &layer, const std::string &pattern) const;
    /// Adds a notice if \p layers do not fit into one tick and are analysed in rotation.
    void reportTurns(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) const;

    /// Return functions of the current account for preprocessors; \p gatherers outlive them.
    static std::function<double()> maxCopied(gatherer::Gatherers &gatherers);
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
