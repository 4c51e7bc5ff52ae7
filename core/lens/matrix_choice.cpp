#include "core/lens/matrix_choice.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace lensboard::lens {

namespace {

constexpr double kMegabyte = 1e6, kMaxCopied = 32 * kMegabyte; ///< limit per tick: takes a few milliseconds

double maxBytes(const gatherer::Gatherers &gatherers)
{
    return gatherers.isSampled() ? kMaxCopied : std::numeric_limits<double>::infinity();
}

} // namespace

/// For a matrix in float32.
double MatrixChoice::Shape::bytesCopied() const
{
    return preprocessor::KeptMatrix::copies(rows, columns) ? sizeof(float) * static_cast<double>(rows) * static_cast<double>(columns) : 0;
}

/// Returns the shape of a parameter of \p layer; nullopt if it is not a matrix.
std::optional<MatrixChoice::Shape> MatrixChoice::shapeOf(const record::LayerInfo &layer, const std::string &name) const
{
    const std::vector<std::int64_t> &shape = std::ranges::find(layer.parameters, name, &record::ParameterInfo::name)->shape;
    if (shape.size() < 2 || (shape.size() > 2 && m_takes == Takes::Matrices))
        return std::nullopt;
    return Shape{shape[0], std::accumulate(shape.begin() + 1, shape.end(), std::int64_t{1}, std::multiplies<>())};
}

std::vector<std::string> MatrixChoice::of(gatherer::Gatherers &gatherers, const record::LayerInfo &layer, const std::string &pattern) const
{
    std::vector<std::string> parameters = m_parameters.of(layer, pattern);
    std::erase_if(parameters, [&](const auto &name) { return !isTaken(gatherers, layer, name); });
    return parameters;
}

/// Returns true if the parameter is a matrix and not too large.
bool MatrixChoice::isTaken(gatherer::Gatherers &gatherers, const record::LayerInfo &layer, const std::string &name) const
{
    const auto shape = shapeOf(layer, name);
    if (!shape)
        return false;
    const std::int64_t side = std::min(shape->rows, shape->columns);
    if (side > m_largest)
        gatherers.notice(record::message("%1 leaves out layer \"%2\": the shorter side of its %3 has %4 values, the lens takes up to %5 (its "
                                         "setting \"largest\").",
                                         m_lens, shownName(layer), name, side, m_largest));
    const double bytes = shape->bytesCopied();
    if (bytes > gatherers.memoryLimit())
        gatherers.notice(record::message("%1 leaves out layer \"%2\": to copy its %3 takes %4 MB, and lenses may keep %5 MB (inspector.memory).",
                                         m_lens, shownName(layer), name, std::llround(bytes / kMegabyte),
                                         std::llround(gatherers.memoryLimit() / kMegabyte)));
    return side <= m_largest && bytes <= gatherers.memoryLimit();
}

void MatrixChoice::reportTurns(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) const
{
    double bytes = 0;
    for (const hook::ModuleId id : layers)
        for (const std::string &pattern : patterns()) {
            const record::LayerInfo &layer = gatherers.tap().modules()[id];
            for (const std::string &name : of(gatherers, layer, pattern))
                bytes += shapeOf(layer, name)->bytesCopied();
        }
    const double most = std::min(maxBytes(gatherers), gatherers.memoryLimit());
    if (bytes > most)
        gatherers.notice(record::message("%1 measures layers in turns: their matrices have %2 MB, and at most %3 MB are copied per tick.", record::schemaWord(m_lens),
                                         std::llround(bytes / kMegabyte), std::llround(most / kMegabyte)));
}

std::function<double()> MatrixChoice::maxCopied(gatherer::Gatherers &gatherers)
{
    return [most = maxBytes(gatherers), &gatherers] { return std::min(most, gatherers.memoryLeft()); };
}

preprocessor::MatrixPreprocessor::Compute MatrixChoice::compute(gatherer::Gatherers &gatherers)
{
    return [&background = gatherers.background(), account = gatherers.account()](std::function<double()> function) {
        return background.compute(account, std::move(function));
    };
}

} // namespace lensboard::lens
