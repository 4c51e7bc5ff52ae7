#include "widgets/views/layer_rows.h"

#include "core/store/derived/layer_match.h"
#include "widgets/natural_text.h"
#include "widgets/qt_text.h"

#include <algorithm>

namespace lensboard::widgets {

namespace {

/// The rows of some runs, and the name of each layer in its first run.
struct Rows
{
    std::vector<LayerRow> rows;
    std::vector<store::LayerTraits> traits;

    void add(std::span<const ShownSeries> ofRun);
};

void Rows::add(std::span<const ShownSeries> ofRun)
{
    const std::vector<record::LayerInfo> layers = ofRun.front().run->run->info().layers;
    std::vector<store::LayerTraits> added;
    for (const ShownSeries &series : ofRun)
        added.push_back(store::traitsOf(layers, series.spec.layer));
    Rows merged;
    for (const auto &[own, other] : store::matchLayers(traits, added)) {
        merged.rows.push_back(own ? std::move(rows[*own]) : LayerRow{text(ofRun[*other].spec.layer), {}});
        merged.traits.push_back(own ? std::move(traits[*own]) : added[*other]);
        if (other)
            merged.rows.back().series.push_back(ofRun[*other]);
    }
    *this = std::move(merged);
}

} // namespace

const ShownSeries *LayerRow::of(const ShownRun *run) const
{
    const auto found = std::ranges::find(series, run, &ShownSeries::run);
    return found == series.end() ? nullptr : &*found;
}

QString LayerRow::nameIn(const ShownRun *run) const
{
    const ShownSeries *own = of(run);
    return own ? text(own->spec.layer) : name;
}

const std::vector<LayerRow> &LayerRows::update(const BoardState &board, std::span<const ShownSeries> series)
{
    Key key{board.visibleRuns(), series.size(), board.hiddenLayers(), board.style().order};
    if (key == m_key)
        return m_rows;
    Rows all;
    const std::vector<const ShownSeries *> ordered = inModelOrder(series);
    for (const ShownRun *run : key.runs) {
        std::vector<ShownSeries> ofRun;
        for (const ShownSeries *each : ordered)
            if (each->run == run && board.isVisible(*each))
                ofRun.push_back(*each);
        if (!ofRun.empty())
            all.add(ofRun);
    }
    if (key.order == PlotOrder::Name)
        std::ranges::stable_sort(all.rows, isNaturallyBefore, &LayerRow::name);
    m_rows = std::move(all.rows);
    m_key = std::move(key);
    return m_rows;
}

} // namespace lensboard::widgets
