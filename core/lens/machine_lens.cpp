#include "core/lens/machine_lens.h"

#include "core/experiment/watcher_tags.h"
#include "core/record/message.h"

#include <array>

namespace lensboard::lens {

using machine::GpuUsage;
using machine::Usage;

namespace {

enum Tag : std::size_t { Load,
                         Memory,
                         Traffic,
                         Temperature,
                         Power };

/// A number of the machine as a line.
struct Shown
{
    Tag tag;
    std::optional<double> Usage::*number;
    std::string label;
};

const std::array<Shown, 9> &shownNumbers()
{
    static const std::array<Shown, 9> all = {{{Load, &Usage::processors, record::term("all processors")},
                                              {Load, &Usage::process, record::term("this process")},
                                              {Memory, &Usage::usedMemory, record::term("all programs")},
                                              {Memory, &Usage::resident, record::term("this process")},
                                              {Memory, &Usage::peak, record::term("this process at most")},
                                              {Traffic, &Usage::read, record::term("read from disk")},
                                              {Traffic, &Usage::written, record::term("written to disk")},
                                              {Traffic, &Usage::received, record::term("received")},
                                              {Traffic, &Usage::sent, record::term("sent")}}};
    return all;
}

constexpr std::array<std::pair<Tag, std::optional<double> GpuUsage::*>, 4> kOfGpus = {
    {{Load, &GpuUsage::load}, {Memory, &GpuUsage::memory}, {Temperature, &GpuUsage::temperature}, {Power, &GpuUsage::power}}};

} // namespace

MachineLens::MachineLens(const settings::Machine &settings) : m_tags(experiment::tagsOf(settings)) {}

void MachineLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &)
{
    m_meter.emplace();
    m_since = std::chrono::steady_clock::now();
    m_hook = gatherers.oncePerTick([this] { look(); });
}

void MachineLens::look()
{
    constexpr std::chrono::milliseconds kShortest(100); // reading takes 0.1 ms
    const auto now = std::chrono::steady_clock::now();
    if (now - m_since < kShortest)
        return;
    m_since = now;
    m_usage = m_meter->take();
}

void MachineLens::plot(Plotter &out) const
{
    if (!m_usage)
        return;
    const auto show = [&](Tag tag, std::size_t column, const std::optional<double> &value, const auto &label) {
        const double unit = tag == Memory ? 1e9 : tag == Traffic ? 1e6 : 1;
        if (value)
            out.plot(m_tags[tag]).line(0, column, *value / unit, [&] { return Plotter::Name{m_tags[tag].name, label()}; });
    };
    std::size_t column = 0;
    for (const Shown &each : shownNumbers())
        show(each.tag, column++, (*m_usage).*each.number, [&] { return each.label; });
    for (std::size_t gpu = 0; gpu < m_usage->gpus.size(); ++gpu, ++column)
        for (const auto &[tag, number] : kOfGpus)
            show(tag, column, m_usage->gpus[gpu].*number, [gpu] { return record::term("GPU %1", gpu); });
}

void MachineLens::endTick()
{
    m_usage.reset();
}

void MachineLens::detach()
{
    m_hook.reset();
    m_meter.reset();
    m_usage.reset();
}

} // namespace lensboard::lens
