#pragma once

#include "core/runs/run_comparison.h"

#include <QDialog>

class QLabel;

namespace lensboard::widgets {
class DifferencesModel;
}

namespace lensboard::app {

/// Shows a table of the differences between runs, for reading, copying and exporting.
class DifferencesDialog final : public QDialog
{
    Q_OBJECT

public:
    DifferencesDialog(const QStringList &runs, std::vector<runs::ComparedRow> rows, QWidget *parent = nullptr);

private:
    void showEqual(bool shown);
    void copy();
    void askAndExport();

    widgets::DifferencesModel *m_model;
    QLabel *m_count;
};

} // namespace lensboard::app
