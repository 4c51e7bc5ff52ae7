#pragma once

#include "core/runs/run_comparison.h"

#include <QDialog>

class QLabel;
class QTabWidget;

namespace lensboard::widgets {
class DifferencesModel;
class DivergenceView;
} // namespace lensboard::widgets

namespace lensboard::app {

/// Shows a table of the differences between the settings and results of runs, and the values of two runs that differ, for reading, copying and exporting.
class DifferencesDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \p values: compares the values of the runs; null unless there are two.
    DifferencesDialog(const QStringList &runs, std::vector<runs::ComparedRow> rows, widgets::DivergenceView *values = nullptr, QWidget *parent = nullptr);

private:
    void showEqual(bool shown);
    void copy();
    void askAndExport();
    bool isAtValues() const;

    widgets::DifferencesModel *m_model;
    widgets::DivergenceView *m_values;
    QTabWidget *m_tabs;
    QLabel *m_count;
};

} // namespace lensboard::app
