#include "core/import/stamp_field.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string>

namespace lensboard::imports {

StampField stampField(std::string_view name)
{
    static const std::map<std::string, StampField> kFields = {
        {"step", StampField::Step}, {"steps", StampField::Step}, {"global_step", StampField::Step},
        {"globalstep", StampField::Step}, {"_step", StampField::Step}, {"train_step", StampField::Step},
        {"iteration", StampField::Iteration}, {"iterations", StampField::Iteration}, {"iter", StampField::Iteration},
        {"it", StampField::Iteration}, {"batch", StampField::Iteration},
        {"tick", StampField::Tick},
        {"epoch", StampField::Epoch}, {"epochs", StampField::Epoch},
        {"x", StampField::X},
        {"samples", StampField::Samples},
        {"time", StampField::WallTime}, {"timestamp", StampField::WallTime}, {"_timestamp", StampField::WallTime},
        {"wall_time", StampField::WallTime}, {"walltime", StampField::WallTime}};
    if (name.size() > 20)
        return StampField::None;
    std::string plain;
    for (const char c : name)
        plain += c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto found = kFields.find(plain);
    return found == kFields.end() ? StampField::None : found->second;
}

bool isPlace(StampField field)
{
    return field <= StampField::X;
}

std::optional<std::int64_t> wholeNumber(double value)
{
    constexpr double kLargest = 9007199254740992; // 2^53
    if (!(std::abs(value) <= kLargest) || value != std::trunc(value))
        return std::nullopt;
    return static_cast<std::int64_t>(value);
}

std::optional<double> wallSeconds(double value)
{
    constexpr double kEarliest = 1e8;
    constexpr double kMilliseconds = 1e11; // as seconds, the year 5138
    if (!(value >= kEarliest) || std::isinf(value))
        return std::nullopt;
    return value >= kMilliseconds ? value / 1000 : value;
}

bool setStamp(record::TickStamp &stamp, StampField field, double value)
{
    if (field == StampField::WallTime) {
        stamp.wallSeconds = value;
        return std::isfinite(value);
    }
    // Some tools count epochs in fractions.
    const auto number = wholeNumber(field == StampField::Epoch ? std::floor(value) : value);
    if (!number)
        return false;
    switch (field) {
    case StampField::Tick: stamp.tick = *number; break;
    case StampField::Epoch: stamp.epoch = *number; break;
    case StampField::Samples: stamp.samples = *number; break;
    default: return false;
    }
    return true;
}

record::TickStamp stampAt(StampField field, std::int64_t step)
{
    return {step, field == StampField::Epoch ? step : 0, step, 0, 0};
}

} // namespace lensboard::imports
