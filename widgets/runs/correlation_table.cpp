#include "widgets/runs/correlation_table.h"

#include "widgets/axes/plot_theme.h"
#include "widgets/models/run_list_model.h"

#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

enum CorrelationSection { FieldSection,
                          CorrelationPart,
                          RunCount };

constexpr int kCorrelationRole = Qt::UserRole; ///< double; invalid without a correlation
constexpr int kCorrelationBar = 120;           ///< pixels, as all lengths
constexpr int kBarMargin = 4;

/// Paints a bar from the middle, behind the number.
class CorrelationDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {numberWidth(option) + kCorrelationBar + kBarMargin, QStyledItemDelegate::sizeHint(option, index).height()};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const QVariant correlation = index.data(kCorrelationRole);
        if (!correlation.isValid())
            return;
        const QRect room = option.rect.adjusted(numberWidth(option), kBarMargin, -kBarMargin, -kBarMargin);
        const PlotTheme theme(option.palette);
        const double middle = room.left() + room.width() / 2.0, end = middle + correlation.toDouble() * room.width() / 2;
        painter->fillRect(QRectF(std::min(middle, end), room.top(), std::abs(end - middle), room.height()),
                          theme.series(correlation.toDouble() < 0 ? 1 : 0));
        painter->fillRect(QRectF(middle, room.top(), 1, room.height()), theme.mutedText);
    }

private:
    static int numberWidth(const QStyleOptionViewItem &option)
    {
        return option.fontMetrics.horizontalAdvance(QLocale().toString(-1.0, 'f', 2)) + 4 * kBarMargin;
    }
};

} // namespace

CorrelationTable::CorrelationTable(QWidget *parent) : QTreeWidget(parent)
{
    setObjectName("correlations");
    setAccessibleName(tr("Correlations of settings with the metric"));
    setHeaderLabels({tr("Field"), tr("Rank Correlation"), tr("Runs")});
    headerItem()->setToolTip(CorrelationPart, tr("Spearman’s: 1 if the metric rises wherever the field does, −1 if it falls, 0 if neither"));
    headerItem()->setToolTip(RunCount, tr("How many runs have a value of both"));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setItemDelegateForColumn(CorrelationPart, new CorrelationDelegate(this));
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setStretchLastSection(false);
    const auto choose = [this](QTreeWidgetItem *item) {
        const auto row = static_cast<std::size_t>(indexOfTopLevelItem(item));
        if (row < m_correlations.size())
            Q_EMIT fieldChosen(m_correlations[row].field);
    };
    connect(this, &QTreeWidget::itemClicked, this, choose);
    connect(this, &QTreeWidget::itemActivated, this, choose);
}

void CorrelationTable::setCorrelations(const std::vector<runs::FieldCorrelation> &correlations, const runs::RunColumn &metric)
{
    if (correlations == m_correlations && metric == m_metric)
        return;
    m_correlations = correlations;
    m_metric = metric;
    clear();
    for (const runs::FieldCorrelation &each : correlations)
        addField(each, columnTitle(metric));
}

void CorrelationTable::addField(const runs::FieldCorrelation &correlation, const QString &metric)
{
    const QString field = columnTitle(correlation.field);
    auto *item = new QTreeWidgetItem(this, {field, QStringLiteral("–"), QLocale().toString(static_cast<qulonglong>(correlation.runs))});
    item->setTextAlignment(RunCount, Qt::AlignRight | Qt::AlignVCenter);
    if (correlation.correlation) {
        item->setText(CorrelationPart, QLocale().toString(*correlation.correlation, 'f', 2));
        item->setData(CorrelationPart, kCorrelationRole, *correlation.correlation);
    } else if (correlation.runs < runs::kFewestCorrelatedRuns) {
        item->setToolTip(CorrelationPart, tr("At least three runs with a number for %1 and %2 are needed.").arg(field, metric));
    } else {
        item->setToolTip(CorrelationPart, tr("The field has more than two texts, or the field or the metric is the same in all of these runs."));
    }
}

} // namespace lensboard::widgets
