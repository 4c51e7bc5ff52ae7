#pragma once

#include "core/runs/rank_correlation.h"

#include <QTreeWidget>

#include <vector>

namespace lensboard::widgets {

/// Correlations of experiment fields with a metric, as numbers and bars.
class CorrelationTable final : public QTreeWidget
{
    Q_OBJECT

public:
    explicit CorrelationTable(QWidget *parent = nullptr);

    void setCorrelations(const std::vector<runs::FieldCorrelation> &correlations, const runs::RunColumn &metric);

Q_SIGNALS:
    void fieldChosen(const runs::RunColumn &field);

private:
    void addField(const runs::FieldCorrelation &correlation, const QString &metric);

    std::vector<runs::FieldCorrelation> m_correlations;
    runs::RunColumn m_metric;
};

} // namespace lensboard::widgets
