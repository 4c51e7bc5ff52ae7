#pragma once

#include "core/record/flat_name.h"
#include "core/store/run.h"
#include "core/visualizer/tensorboard_names.h"
#include "tests/support/made_run.h"

#include <QString>
#include <QStringList>

#include <bit>
#include <map>
#include <set>

namespace lensboard::test {

enum class Form { RunFile, Tensorboard, Csv, Json };

/// Names of series as represented in \p form.
class NamesIn
{
public:
    NamesIn(Form form, const store::Run &run) : m_form(form)
    {
        const store::RunChanges all = whole(run);
        std::set<std::string> stems;
        for (const auto &[index, tag] : all.tags) {
            m_tags[index] = tag;
            m_stems[index] = stem(tag.name);
            for (int number = 2; !stems.insert(m_stems[index]).second; ++number)
                m_stems[index] = stem(tag.name) + '_' + std::to_string(number);
        }
        m_series = all.series;
        for (std::uint32_t i = 0; i < m_series.size(); ++i)
            if (m_series[i].role == record::SeriesRole::Histogram)
                m_histograms[{m_series[i].tag, m_series[i].layer}] = i;
        m_names.resize(m_series.size());
        for (const bool foreign : {true, false}) // the order of TensorBoard's names
            for (std::uint32_t i = 0; i < m_series.size(); ++i)
                if (m_tags.at(m_series[i].tag).foreignName.has_value() == foreign && m_form == Form::Tensorboard && !isMade(i)) {
                    const auto place = m_tensorboard.add(m_tags.at(m_series[i].tag), m_series[i]);
                    m_names[i] = place.folder + '|' + place.tag;
                }
    }

    std::string of(std::uint32_t i) const
    {
        if (m_form != Form::RunFile && isMade(i))
            return of(m_histograms.at({m_series[i].tag, m_series[i].layer})) + '#' + m_series[i].label;
        const record::TagSpec &tag = m_tags.at(m_series[i].tag);
        switch (m_form) {
        case Form::RunFile: return tag.name + '|' + m_series[i].layer + '|' + m_series[i].label + '|' + role(i);
        case Form::Tensorboard: return m_names[i];
        case Form::Csv: return tag.foreignName ? record::flatName(tag, m_series[i]) : m_stems.at(m_series[i].tag) + '|' + m_series[i].layer + '|' + m_series[i].label + '|' + role(i);
        case Form::Json: return record::flatName(tag, m_series[i]) + '|' + role(i);
        }
        return {};
    }

private:
    bool isMade(std::uint32_t i) const
    {
        return m_series[i].role != record::SeriesRole::Histogram && m_histograms.contains({m_series[i].tag, m_series[i].layer});
    }
    std::string role(std::uint32_t i) const { return std::to_string(static_cast<int>(m_series[i].role)); }
    static std::string stem(const std::string &tag)
    {
        std::string stem;
        for (const char c : tag)
            stem += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : '_';
        return stem;
    }

    Form m_form;
    std::map<std::uint32_t, record::TagSpec> m_tags;
    std::map<std::uint32_t, std::string> m_stems; ///< by tag: the name of its file
    std::vector<record::SeriesSpec> m_series;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> m_histograms;
    visualizer::TensorboardNames m_tensorboard;
    std::vector<std::string> m_names;
};

/// Returns the data of a run that both formats can hold, one line each. Two runs with equal lines are equal to both formats.
///
/// \p names is the format that determines the names.
inline QStringList heldBy(Form a, Form b, Form names, const store::Run &run)
{
    const auto either = [&](Form form) { return a == form || b == form; };
    const NamesIn namesIn(names, run);
    const store::RunChanges all = whole(run);
    const auto stampText = [&](const record::TickStamp &stamp) {
        const QString wall = QString::number(stamp.wallSeconds, 'g', 17);
        if (either(Form::Tensorboard))
            return QString("tick %1 at %2").arg(stamp.tick).arg(wall);
        return QString("tick %1 epoch %2 step %3 samples %4 at %5").arg(stamp.tick).arg(stamp.epoch).arg(stamp.step).arg(stamp.samples).arg(wall);
    };
    const auto bits = [](double value) { return std::isnan(value) ? QString("nan") : QString::number(std::bit_cast<quint64>(value), 16); };
    QStringList lines;
    for (std::uint32_t i = 0; i < all.series.size(); ++i) {
        const QString name = QString::fromStdString(namesIn.of(i));
        const bool rounds = either(Form::Tensorboard) && !name.contains('#');
        for (const auto &[stamp, value] : run.sampled(i, {record::Axis::Step, -INFINITY, INFINITY, 1}, std::size_t{1} << 30))
            lines << name + ' ' + stampText(stamp) + ": " + bits(rounds ? static_cast<double>(static_cast<float>(value)) : value);
        if (all.series[i].role != record::SeriesRole::Histogram)
            continue;
        for (const store::StampedHistogram &placed : run.histograms(i)) {
            QString text = name + ' ' + stampText(placed.stamp) + ": edges";
            for (const double edge : placed.histogram->edges)
                text += ' ' + bits(edge);
            text += " counts";
            for (const double count : placed.histogram->counts)
                text += ' ' + bits(count);
            lines << text;
        }
    }
    if (!either(Form::Csv))
        for (const record::RunEvent &event : all.events)
            if (event.kind == record::RunEvent::Kind::Text)
                lines << QString("text at step %1, %2: ").arg(event.step).arg(event.wallSeconds, 0, 'g', 17) + QString::fromStdString(event.text);
    if (!either(Form::Csv) && !either(Form::Json) && run.info().experiment.starts_with("{\"hparams\""))
        lines << QString::fromStdString(run.info().experiment);
    lines.sort();
    return lines;
}

} // namespace lensboard::test
