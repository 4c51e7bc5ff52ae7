#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// A number in a line of a text log, with the words that name it.
struct LoggedNumber
{
    std::string key; ///< "train loss"; with a unit "time (ms)"; "loss (2)" for the second number behind "loss"
    double value = 0;
    bool isWhole = false; ///< written without decimal mark and exponent
    bool isBound = false; ///< a colon or equals sign, not words alone, names it
};

/// The numbers of a line of a text log, such as "step 10/100 | loss 4.1 | lr 3e-4 | 120 ms".
struct LogLine
{
    static constexpr const char *kBatch = "batch"; ///< key of a fraction without a name: "[10/100]"
    static constexpr const char *kEpoch = "epoch"; ///< key of all epochs

    std::vector<LoggedNumber> numbers;
    std::string phase;                 ///< word for a part of the run before the first number: "train", "val", ...
    std::optional<double> wallSeconds; ///< of a date in the line
    std::size_t shape = 0;             ///< hash of the line without its numbers
};

/// Reads pairs of "key value", "key: value" and "key=value", fractions like "10/100", and numbers before their name, like "120 ms". Skips other words.
LogLine logLine(std::string_view line);

/// Returns the text that a terminal shows for a \p line: without colours, overwritten text and progress bars with a percentage.
std::string shownText(std::string_view line);

/// Returns true for the name of a counter of steps, batches or epochs.
bool namesCounter(std::string_view word);

} // namespace lensboard::imports
