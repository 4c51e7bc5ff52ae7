#include "core/import/tables/stamp_field.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <unordered_map>

namespace lensboard::imports {

namespace {

/// A name normalised for comparison: lower case, with '_' between words. Long names are unknown anyway, and become empty.
class PlainName
{
public:
    explicit PlainName(std::string_view name) : m_size(name.size() <= m_text.size() ? name.size() : 0)
    {
        for (std::size_t i = 0; i < m_size; ++i)
            m_text[i] = name[i] == ' ' || name[i] == '-' ? '_' : lower(name[i]);
    }

    std::string_view text() const { return {m_text.data(), m_size}; }

private:
    static char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

    std::array<char, 40> m_text{};
    std::size_t m_size;
};

} // namespace

StampField stampField(std::string_view name)
{
    static const std::unordered_map<std::string_view, StampField> kFields = {
        {"global_step", StampField::GlobalStep}, {"globalstep", StampField::GlobalStep}, {"_step", StampField::GlobalStep},
        {"trainer/global_step", StampField::GlobalStep}, {"train_step", StampField::GlobalStep}, {"global_iter", StampField::GlobalStep},
        {"total_steps", StampField::GlobalStep}, {"num_updates", StampField::GlobalStep}, {"current_steps", StampField::GlobalStep},
        {"current_step", StampField::GlobalStep}, {"total_timesteps", StampField::GlobalStep}, {"time/total_timesteps", StampField::GlobalStep},
        {"timesteps_total", StampField::GlobalStep}, {"global_iteration", StampField::GlobalStep},
        {"step", StampField::Step}, {"steps", StampField::Step}, {"timestep", StampField::Step}, {"timesteps", StampField::Step},
        {"iteration", StampField::Iteration}, {"iterations", StampField::Iteration}, {"iter", StampField::Iteration},
        {"training_iteration", StampField::Iteration}, {"time/iterations", StampField::Iteration},
        {"it", StampField::Iteration}, {"batch", StampField::Iteration}, {"batch_idx", StampField::Iteration},
        {"batch_index", StampField::Iteration}, {"minibatch", StampField::Iteration}, {"mini_batch", StampField::Iteration},
        {"tick", StampField::Tick},
        {"epoch", StampField::Epoch}, {"epochs", StampField::Epoch},
        {"x", StampField::X},
        {"samples", StampField::Samples},
        {"time", StampField::WallTime}, {"timestamp", StampField::WallTime}, {"_timestamp", StampField::WallTime},
        {"wall_time", StampField::WallTime}, {"walltime", StampField::WallTime}, {"date", StampField::WallTime},
        {"datetime", StampField::WallTime}, {"asctime", StampField::WallTime}, {"created_at", StampField::WallTime}};
    const auto found = kFields.find(PlainName(name).text());
    return found == kFields.end() ? StampField::None : found->second;
}

bool namesTotal(std::string_view name)
{
    static const std::set<std::string_view> kNames = {"total_steps", "steps", "epochs", "iterations", "timesteps"};
    return kNames.contains(PlainName(name).text());
}

bool endsLikeStep(std::string_view name)
{
    static const std::set<std::string_view> kWords = {"step", "steps", "timestep", "timesteps", "iter", "iters", "iteration", "iterations",
                                                      "episode", "episodes", "generation", "round", "frame", "frames"};
    const PlainName plain(name);
    return kWords.contains(plain.text().substr(plain.text().find_last_of("_/.") + 1));
}

bool isPartOfRun(std::string_view text)
{
    static const std::set<std::string_view> kParts = {"train", "training", "val", "valid", "validation", "validate", "dev", "test", "testing", "eval", "evaluation"};
    return kParts.contains(PlainName(text).text());
}

bool namesPartOfRun(std::string_view name)
{
    static const std::set<std::string_view> kNames = {"mode", "phase", "split", "stage", "subset", "set", "partition"};
    return kNames.contains(PlainName(name).text());
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

std::optional<std::int64_t> exactNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && number <= kLargestStep && number >= -kLargestStep ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> placeNumber(double value, StampField field)
{
    return wholeNumber(field == StampField::Epoch ? std::floor(value) : value);
}

std::optional<double> wallSeconds(double value)
{
    constexpr double kEarliest = 1e8;
    constexpr double kLatest = 1e11; // the year 5138
    if (!(value >= kEarliest))
        return std::nullopt;
    for (const double unit : {1.0, 1e3, 1e6, 1e9})
        if (value < kLatest * unit)
            return value / unit;
    return std::nullopt;
}

void RowStamp::complete(const RowStamp &other)
{
    const auto take = [](auto &mine, const auto &theirs) { mine = mine ? mine : theirs; };
    take(tick, other.tick);
    take(epoch, other.epoch);
    take(samples, other.samples);
    take(wallSeconds, other.wallSeconds);
}

bool setStamp(RowStamp &stamp, StampField field, double value)
{
    if (field == StampField::WallTime && std::isfinite(value)) {
        stamp.wallSeconds = value;
        return true;
    }
    const auto number = placeNumber(value, field);
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

bool setStamp(record::TickStamp &stamp, StampField field, double value)
{
    RowStamp told;
    const bool fits = setStamp(told, field, value);
    stamp.tick = told.tick.value_or(stamp.tick);
    stamp.epoch = told.epoch.value_or(stamp.epoch);
    stamp.samples = told.samples.value_or(stamp.samples);
    stamp.wallSeconds = told.wallSeconds.value_or(stamp.wallSeconds);
    return fits;
}

record::TickStamp stampAt(StampField field, std::int64_t step)
{
    return {step, field == StampField::Epoch ? step : 0, step, 0, 0};
}

} // namespace lensboard::imports
