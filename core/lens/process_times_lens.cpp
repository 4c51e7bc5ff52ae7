#include "core/lens/process_times_lens.h"

#include "core/record/message.h"

namespace lensboard::lens {

ProcessTimesLens::ProcessTimesLens(std::function<std::vector<Times>()> times) : m_times(std::move(times))
{
    for (const std::string &name : {record::term("Step Time"), record::term("Waiting Time")}) {
        record::TagSpec tag{name, "Processes", record::TagKind::Numerical, record::term("seconds")};
        tag.big = true;
        m_tags.push_back(tag);
    }
}

void ProcessTimesLens::plot(Plotter &out) const
{
    const std::vector<Times> times = m_times();
    for (std::size_t which = 0; which < m_tags.size(); ++which) {
        Plotter::Plot plot = out.plot(m_tags[which]);
        for (std::size_t i = 0; i < times.size(); ++i)
            plot.line(i, 0, which == 0 ? times[i].step : times[i].waiting,
                      [&] { return Plotter::Name{m_tags[which].name, record::term("process %1", i)}; });
    }
}

} // namespace lensboard::lens
