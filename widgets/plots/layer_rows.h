#pragma once

#include "widgets/plots/board_state.h"

#include <set>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// A layer, and what stands for it in each run.
struct LayerRow
{
    QString name;                    ///< as the first run that has it calls it
    std::vector<ShownSeries> series; ///< one of each run that has it

    const ShownSeries *of(const ShownRun *run) const;
    /// As \p run calls it; the row's name if the run does not have it.
    QString nameIn(const ShownRun *run) const;
};

/// The layers of the visible runs of a board, in model order or by name. What runs call otherwise is matched by type and shape.
class LayerRows
{
public:
    /// Those of \p series, of which each run has one a layer at the most.
    const std::vector<LayerRow> &update(const BoardState &board, std::span<const ShownSeries> series);
    const std::vector<LayerRow> &rows() const { return m_rows; }

private:
    /// What the rows were made of.
    struct Key
    {
        std::vector<const ShownRun *> runs;
        std::size_t series = 0;
        std::set<QString> hiddenLayers;
        PlotOrder order = PlotOrder::Model;

        bool operator==(const Key &) const = default;
    };

    Key m_key;
    std::vector<LayerRow> m_rows;
};

} // namespace lensboard::widgets
