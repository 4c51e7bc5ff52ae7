#pragma once

#include "widgets/views/state/board_state.h"

#include <set>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// A layer and its series in each run.
struct LayerRow
{
    QString name;                    ///< name in the first run that has the layer
    std::vector<ShownSeries> series; ///< one for each run with the layer

    const ShownSeries *of(const ShownRun *run) const;
    /// Name of the layer in \p run, or the row's name if the run does not have it.
    QString nameIn(const ShownRun *run) const;
};

/// The layers of the visible runs of a board, in model order or by name. Layers with different names are matched by type and
/// shape.
class LayerRows
{
public:
    /// Builds the rows from \p series; each run must have at most one series per layer.
    const std::vector<LayerRow> &update(const BoardState &board, std::span<const ShownSeries> series);
    const std::vector<LayerRow> &rows() const { return m_rows; }

private:
    /// Inputs of the current rows.
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
