#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lensboard::imports {

/// Of all that a pickle can name, what a recording needs. None of it is ever called.
enum class PickleGlobal { OrderedDict, TagAttributes, TagType, Getattr };

using PickleIndex = std::uint32_t; ///< into Pickle::nodes

struct PickleTuple
{
    std::vector<PickleIndex> items;
};

struct PickleList
{
    std::vector<PickleIndex> items;
};

/// An OrderedDict as well. Of a key that comes twice the last one counts.
struct PickleDict
{
    std::vector<std::pair<PickleIndex, PickleIndex>> items;
};

/// An instance, as it was described: nothing was constructed.
struct PickleObject
{
    PickleGlobal type;
    std::optional<PickleIndex> argument = std::nullopt; ///< a TagType's number
    std::optional<PickleIndex> state = std::nullopt;    ///< a TagAttributes' attributes
};

using PickleNode = std::variant<std::monostate, bool, std::int64_t, double, std::string, PickleTuple, PickleList,
                                PickleDict, PickleGlobal, PickleObject>;

/// What a pickle describes. Nodes name each other by index, so that a value that holds itself, or one that is shared
/// a billion times, costs no more than the bytes that said so. The caller that walks it has to bound the walk.
struct Pickle
{
    std::vector<PickleNode> nodes;
    PickleIndex root = 0;
    std::size_t length = 0; ///< bytes

    template <typename T>
    const T *get(PickleIndex index) const
    {
        return std::get_if<T>(&nodes[index]);
    }
    std::optional<PickleIndex> entry(const PickleDict &dict, std::string_view key) const
    {
        for (auto item = dict.items.rbegin(); item != dict.items.rend(); ++item)
            if (const auto *text = get<std::string>(item->first); text && *text == key)
                return item->second;
        return std::nullopt;
    }
    /// Also of an int or a bool.
    std::optional<double> number(PickleIndex index) const
    {
        if (const auto *real = get<double>(index))
            return *real;
        if (const auto *integer = get<std::int64_t>(index))
            return static_cast<double>(*integer);
        if (const auto *truth = get<bool>(index))
            return *truth ? 1.0 : 0.0;
        return std::nullopt;
    }
};

} // namespace lensboard::imports
