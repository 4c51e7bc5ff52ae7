#include "core/visualizer/text_visualizer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iostream>

namespace lensboard::visualizer {

namespace {

constexpr int kDigits = 6;

std::string shortNumber(double value)
{
    if (std::isnan(value))
        return "nan";
    std::array<char, 32> text;
    const auto end = std::to_chars(text.begin(), text.end(), value, std::chars_format::general, kDigits);
    return {text.begin(), end.ptr};
}

/// Returns the cells of a line: the layer, unless it has the tag's name, then its values.
std::vector<std::string> cells(const std::string &tag, const LayerReading &reading)
{
    std::vector<std::string> cells;
    if (reading.layer != tag)
        cells.push_back(reading.layer);
    for (const LabelledValue &line : reading.values)
        cells.push_back(line.label + '=' + shortNumber(line.value));
    for (const LabelledRange &band : reading.ranges)
        cells.push_back(band.lowLabel + ".." + band.highLabel + "=[" + shortNumber(band.low) + ", "
                        + shortNumber(band.high) + ']');
    return cells;
}

/// Returns the number of characters: all bytes except UTF-8 continuation bytes.
std::size_t width(const std::string &text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

TextVisualizer::TextVisualizer() : TextVisualizer(std::cout) {}

TextVisualizer::TextVisualizer(std::ostream &out) : m_out(out) {}

void TextVisualizer::show(const record::TickStamp &, const record::TagSpec &tag, const Readings &readings)
{
    std::vector<std::vector<std::string>> lines;
    std::vector<std::size_t> widths;
    for (const LayerReading &reading : readings) {
        lines.push_back(cells(tag.name, reading));
        widths.resize(std::max(widths.size(), lines.back().size()));
        for (std::size_t i = 0; i < lines.back().size(); ++i)
            widths[i] = std::max(widths[i], width(lines.back()[i]));
    }
    m_tick += "  " + tag.name + '\n';
    for (const std::vector<std::string> &line : lines) {
        m_tick += "    ";
        for (std::size_t i = 0; i < line.size(); ++i) {
            m_tick += line[i];
            if (i + 1 < line.size())
                m_tick.append(widths[i] - width(line[i]) + 2, ' ');
        }
        m_tick += '\n';
    }
}

void TextVisualizer::endTick(const record::TickStamp &stamp)
{
    m_out << "tick " + std::to_string(stamp.tick) + "  epoch " + std::to_string(stamp.epoch) + "  step "
                 + std::to_string(stamp.step) + '\n' + m_tick
          << std::flush;
    m_tick.clear();
}

void TextVisualizer::note(const record::RunEvent &event)
{
    const std::string step = event.step > 0 ? " at step " + std::to_string(event.step) : std::string();
    m_out << toText(event.kind) + step + ": " + event.text + '\n' << std::flush;
}

} // namespace lensboard::visualizer
