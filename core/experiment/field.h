#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::experiment {

using Json = nlohmann::ordered_json;

struct Field;

/// The keys of one JSON object. \c kind is empty where the object has no "kind".
struct Section
{
    std::string kind;
    std::string help;
    std::vector<Field> fields;
};

/// Choices that can also be given as JSON's true and false.
inline constexpr const char *kTrue = "true", *kFalse = "false";

enum class FieldType {
    Boolean,
    Integer,
    Number,
    Text,
    TextList, ///< a single text is read as a list of one
    IntegerList,
    NumberList,
    Choice,
    ChoiceList,
    Object, ///< one of \c sections; picked by its "kind" if there are several
    ObjectList
};

/// One key of an experiment: its valid values and its default.
struct Field
{
    std::string key;
    FieldType type;
    Json fallback; ///< null: must be given
    std::string help;
    std::vector<std::string> choices = {};
    double minimum = -std::numeric_limits<double>::infinity(); ///< of each number, inclusive
    double maximum = std::numeric_limits<double>::infinity();  ///< likewise
    std::vector<Section> sections = {};
    bool positive = false;   ///< greater than 0
    bool isPath = false;     ///< a text that names a file or a folder, relative to the experiment's folder
    bool isMemory = false;   ///< a text for memoryLimit()
    bool isAdvanced = false; ///< hardly anyone changes it: forms fold it away
    std::string minMeans = {}; ///< shown instead of the minimum, such as "all" for 0 samples; empty: the minimum is an ordinary number

    bool hasChoice(std::string_view choice) const { return std::find(choices.begin(), choices.end(), choice) != choices.end(); }
    /// Returns true if only one value is valid, so that there is nothing to choose.
    bool isFixed() const { return type == FieldType::Integer && minimum == maximum; }
};

} // namespace lensboard::experiment
