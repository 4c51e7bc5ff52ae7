#pragma once

#include "widgets/tensors/recorded_tensors.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace lensboard::widgets {

enum class ControlIcon;
class TensorBars;
class TensorGrid;
class TensorHeatMap;
class TensorHistogram;
class TensorTimeline;

/// The tensors recorded by a run, one at a time: as pictures, heat map, bars or histogram, with a timeline.
/// Reads tensors only while visible.
class TensorView final : public QWidget
{
    Q_OBJECT

public:
    enum class Style { Pictures, HeatMap, Histogram }; ///< a one-dimensional heat map is drawn as bars

    explicit TensorView(std::shared_ptr<const store::Run> run, QWidget *parent = nullptr);

    /// Reads new data of the run.
    void follow();
    bool hasTensors() const { return !m_recorded.tags().empty(); }
    /// Sets if more tensors are expected; the newest is then followed. \p canWatch: empty views say how to record tensors.
    void setLive(bool live, bool canWatch = false);
    /// Sets the memory limit for the tensors of a lens, in MB.
    void setLimit(const QString &lens, double megabytes) { m_limits[lens] = megabytes; }
    /// Shows the tensors of \p lens, even if there are none yet.
    void showLens(const QString &lens);
    /// Shows a tag of the run; ignores unknown tags.
    void showTag(const QString &tag);
    void chooseStyle(Style style);
    Style shownStyle() const; ///< shown style: a heat map if the tensor has no pictures

    const std::shared_ptr<const record::TensorValue> &shown() const { return m_tensor; } ///< null if none is shown
    TensorTimeline *timeline() const { return m_timeline; }

Q_SIGNALS:
    /// The user wants to write all tensors of a tag to files.
    void saveRequested(const QString &tag);
    /// The run cannot be read any more.
    void failed(const QString &message);

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QHBoxLayout *buildChoice();
    QHBoxLayout *buildOptions();
    QHBoxLayout *buildFoot();
    QToolButton *addStyle(Style style, ControlIcon icon, const QString &name, const QString &tip);
    const RecordedTensors::Tag *tag() const;
    const RecordedTensors::Series *series() const;
    void fillTags();
    void fillSeries();
    void chooseTag();
    void refresh();
    void read();
    void showTensor();
    void showPage(Style style);
    void showSpans();
    void showMemory();
    QString whyNothing() const;
    void tryTo(const std::function<void()> &work);

    RecordedTensors m_recorded;
    std::shared_ptr<const record::TensorValue> m_tensor;
    QHash<QString, double> m_limits;
    QString m_awaitedLens; ///< lens to show as soon as it has recorded tensors
    Style m_style = Style::Pictures;
    bool m_live = false;
    bool m_canWatch = false;
    QTimer m_refresh; ///< combines several changes into one drawing

    QComboBox *m_tags;
    QComboBox *m_layers;
    std::map<Style, QToolButton *> m_styleButtons;
    std::map<QToolButton *, ControlIcon> m_icons; ///< redrawn when the theme changes
    QLabel *m_shape;
    QLabel *m_spanName;
    QSpinBox *m_set;   ///< index of the sample or filter
    QSpinBox *m_plane; ///< index of the slice
    QCheckBox *m_eachAlone;
    QCheckBox *m_logCounts;
    QStackedWidget *m_stack;
    QLabel *m_placeholder;
    TensorGrid *m_grid;
    TensorHeatMap *m_heatMap;
    TensorBars *m_bars; ///< used instead of a heat map with one row
    TensorHistogram *m_histogram;
    QLabel *m_pointed;
    TensorTimeline *m_timeline;
    QLabel *m_memory;
    QPushButton *m_save;
};

} // namespace lensboard::widgets
