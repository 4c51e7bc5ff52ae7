#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Writes pickles opcode by opcode, with the names of Python's pickletools, so that tests need no Python.
namespace lensboard::test::pickle {

inline std::string littleEndian(std::uint64_t number, std::size_t bytes)
{
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i)
        text += static_cast<char>(number >> (8 * i) & 0xFF);
    return text;
}

inline std::string text(std::string_view value)
{
    return "X" + littleEndian(value.size(), 4) + std::string(value);
}

inline std::string real(double value)
{
    std::string bytes = littleEndian(std::bit_cast<std::uint64_t>(value), 8);
    return "G" + std::string(bytes.rbegin(), bytes.rend());
}

inline std::string integer(std::int32_t value)
{
    return "J" + littleEndian(static_cast<std::uint32_t>(value), 4);
}

inline std::string pairOf(const std::string &first, const std::string &second)
{
    return first + second + "\x86";
}

using Items = std::vector<std::pair<std::string, std::string>>;

inline std::string dict(const Items &items)
{
    std::string all = "}(";
    for (const auto &[key, value] : items)
        all += key + value;
    return all + "u";
}

inline std::string global(const std::string &module, const std::string &name)
{
    return "c" + module + '\n' + name + '\n';
}

/// Returns a complete pickle of protocol 4.
inline std::string whole(const std::string &value)
{
    return "\x80\x04" + value + ".";
}

// ---- parts of a recording
constexpr const char *kVisualizer = "monitorch.visualizer.AbstractVisualizer";

inline std::string call(const std::string &method, const std::string &arguments)
{
    return whole(dict({{text("method"), text(method)}, {text("kwargs"), arguments}}));
}

inline std::string registrationOf(const std::string &tag, const std::string &type, const std::string &limits)
{
    return call("register_tags", dict({{text("main_tag"), text(tag)},
                                       {text("tag_attr"), global(kVisualizer, "TagAttributes") + ")\x81"
                                                              + dict({{text("logy"), "\x88"},
                                                                      {text("big_plot"), "\x89"},
                                                                      {text("annotate"), "\x89"},
                                                                      {text("type"), type},
                                                                      {text("ylim"), limits}})
                                                              + "b"}}));
}

inline std::string registration(const std::string &tag, int type, const std::string &limits)
{
    return registrationOf(tag, global(kVisualizer, "TagType") + integer(type) + "\x85R", limits);
}

inline std::string plot(const std::string &method, int epoch, const std::string &tag, const std::string &values, const std::string &ranges = "N")
{
    return call(method, dict({{text("epoch"), integer(epoch)},
                              {text("main_tag"), text(tag)},
                              {text("values_dict"), values},
                              {text("ranges_dict"), ranges}}));
}

/// A plot of one value.
inline std::string loss(int epoch, double value)
{
    return plot("plot_numerical_values", epoch, "Loss", dict({{text("Loss"), dict({{text("train"), real(value)}})}}));
}

} // namespace lensboard::test::pickle
