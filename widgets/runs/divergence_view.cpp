#include "widgets/runs/divergence_view.h"

#include "core/record/text_number.h"
#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/table_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <cmath>

namespace lensboard::widgets {

using runs::DivergedSeries;
using runs::Divergence;
using runs::StepPart;

namespace {

constexpr int kNumber = Qt::UserRole; ///< of a row: its index

QString partText(StepPart part)
{
    switch (part) {
    case StepPart::LearningRate: return DivergenceView::tr("Learning rate");
    case StepPart::Data: return DivergenceView::tr("Data");
    case StepPart::Output: return DivergenceView::tr("Outputs");
    case StepPart::Loss: return DivergenceView::tr("Loss");
    case StepPart::OutputGradient: return DivergenceView::tr("Gradients of outputs");
    case StepPart::Gradient: return DivergenceView::tr("Gradients");
    case StepPart::Update: return DivergenceView::tr("Updates");
    case StepPart::Parameter: return DivergenceView::tr("Parameters");
    case StepPart::Evaluation: return DivergenceView::tr("Evaluation");
    case StepPart::Other: return DivergenceView::tr("Others");
    }
    return {};
}

QString relativeText(double relative)
{
    return std::isinf(relative) ? DivergenceView::tr("not finite") : DivergenceView::tr("%1 %").arg(shownNumber(100 * relative, 3));
}

QString equalParts(const Divergence &divergence)
{
    QStringList equal;
    for (const StepPart part : divergence.equalParts())
        equal << partText(part);
    return equal.join(", ");
}

QStringList summaryOf(const Divergence &divergence)
{
    QStringList lines;
    const std::size_t compared = divergence.comparedCount();
    if (compared == 0) {
        lines << DivergenceView::tr("The runs have no quantity with values at the same step.");
    } else if (divergence.series.empty()) {
        lines << DivergenceView::tr("All values are equal: %1 series, %2 common ticks.").arg(countText(static_cast<std::int64_t>(compared)), countText(static_cast<std::int64_t>(divergence.commonSteps)));
    } else {
        const DivergedSeries &first = divergence.series.front();
        const QString place = first.layer.empty() ? partText(first.part) : partText(first.part) + ", " + text(first.layer);
        lines << DivergenceView::tr("First difference: step %1, %2.").arg(countText(first.step), place);
        if (divergence.coversSteps)
            lines << DivergenceView::tr("Its tick covers several steps, so their order is not known; the largest differences come first.");
        else if (const QString equal = equalParts(divergence); !equal.isEmpty())
            lines << DivergenceView::tr("Equal before that, in the same step: %1.").arg(equal);
    }
    if (!divergence.hasEqualTicks)
        lines << DivergenceView::tr("The ticks of the runs end at different steps. Means over a tick are means of different steps.");
    if (!divergence.unmatched.empty())
        lines << DivergenceView::tr("%n series are in one run only.", nullptr, static_cast<int>(divergence.unmatched.size()));
    return lines;
}

} // namespace

DivergenceView::DivergenceView(const QStringList &names, std::shared_ptr<const store::Run> first, std::shared_ptr<const store::Run> second, QWidget *parent)
    : QWidget(parent), m_summary(new QLabel(tr("Comparing values …"), this)), m_tree(new QTreeWidget(this))
{
    m_summary->setObjectName("summary");
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_tree->setObjectName("divergence");
    m_tree->setAccessibleName(tr("Values that differ"));
    m_tree->setHeaderLabels({tr("Quantity"), names[0], names[1], tr("Difference")});
    for (int column = 1; column < m_tree->columnCount(); ++column)
        m_tree->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    m_tree->headerItem()->setToolTip(3, tr("Difference divided by the largest value up to this step"));
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_summary);
    layout->addWidget(m_tree, 1);
    connect(m_tree, &QTreeWidget::itemActivated, this, &DivergenceView::activate);
    m_thread = std::jthread([this, first = std::move(first), second = std::move(second)](const std::stop_token &stop) {
        QString problem;
        Divergence divergence;
        try {
            divergence = runs::divergenceOf(*first, *second, {.stop = stop});
        } catch (const std::exception &error) {
            problem = messageText(error);
        }
        if (!stop.stop_requested())
            QMetaObject::invokeMethod(this, [this, problem, divergence = std::move(divergence)] {
                if (problem.isEmpty())
                    show(divergence);
                else
                    m_summary->setText(problem);
            });
    });
}

void DivergenceView::show(Divergence divergence)
{
    m_summary->setText(summaryOf(divergence).join('\n'));
    m_series = std::move(divergence.series);
    QTreeWidgetItem *step = nullptr, *part = nullptr;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const DivergedSeries &each = m_series[i];
        const bool isNewStep = i == 0 || each.step != m_series[i - 1].step;
        if (isNewStep)
            step = new QTreeWidgetItem(m_tree, {tr("Step %1").arg(countText(each.step))});
        if (isNewStep || each.part != m_series[i - 1].part)
            part = new QTreeWidgetItem(step, {partText(each.part)});
        addRow(part, i);
    }
    if (m_series.empty())
        return;
    QTreeWidgetItem *first = m_tree->topLevelItem(0);
    first->setExpanded(true);
    for (int i = 0; i < first->childCount(); ++i)
        first->child(i)->setExpanded(true);
    m_tree->setCurrentItem(first->child(0)->child(0));
    for (int column = 0; column < m_tree->columnCount(); ++column)
        m_tree->resizeColumnToContents(column);
}

void DivergenceView::addRow(QTreeWidgetItem *part, std::size_t number)
{
    const DivergedSeries &series = m_series[number];
    QStringList names;
    if (!series.layer.empty())
        names << (series.otherLayer.empty() ? text(series.layer) : tr("%1 (%2)").arg(text(series.layer), text(series.otherLayer)));
    names << tagText({.name = series.tag, .lens = {}}) << termText(series.label);
    auto *row = new QTreeWidgetItem(part, {names.join(", "), shownNumber(series.firstValue, 6), shownNumber(series.secondValue, 6), relativeText(series.relative)});
    for (int column = 1; column < m_tree->columnCount(); ++column)
        row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    row->setData(0, kNumber, static_cast<int>(number));
    row->setToolTip(0, series.lastEqual ? tr("Equal up to step %1").arg(countText(*series.lastEqual)) : tr("The first values differ already"));
}

void DivergenceView::activate(QTreeWidgetItem *row)
{
    if (const QVariant number = row->data(0, kNumber); number.isValid())
        Q_EMIT chosen(m_series[number.toULongLong()]);
}

QString DivergenceView::table(QChar separator) const
{
    QStandardItemModel rows;
    rows.setHorizontalHeaderLabels({tr("Step"), tr("Part"), tr("Layer"), tr("Tag"), tr("Label"), m_tree->headerItem()->text(1),
                                    m_tree->headerItem()->text(2), tr("Difference")});
    for (const DivergedSeries &each : m_series) {
        QList<QStandardItem *> row;
        for (const QString &cell : {QString::number(each.step), partText(each.part), text(each.layer), text(each.tag), text(each.label),
                                    text(record::numberText(each.firstValue)), text(record::numberText(each.secondValue)),
                                    text(record::numberText(each.relative))})
            row << new QStandardItem(cell);
        rows.appendRow(row);
    }
    return tableText(rows, separator);
}

} // namespace lensboard::widgets
