#pragma once

#include "app/output/run_export.h"
#include "app/settings.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/plot_picture.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace lensboard::app {

/// Asks for format, size, colours and path of a picture of one plot, shows it, and remembers all but the path.
class PlotExportDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \p shown: size of the plot on the screen. \p name: proposed file name without suffix.
    PlotExportDialog(const widgets::BoardContents &contents, const widgets::PlotAddress &plot, const QSize &shown, const QString &name,
                     QWidget *parent = nullptr);
    ~PlotExportDialog() override;

    ExportFormat format() const;
    widgets::PictureSize pictureSize() const;
    Theme theme() const; ///< System: as shown in the window
    QString path() const;
    /// Returns the file's content.
    /// Errors: std::exception.
    QByteArray picture() const;

    void accept() override;

private:
    QWidget *buildSize();
    QWidget *buildPath();
    void restore();
    void remember() const;
    bool isInMm() const;
    void setPixels(const QSizeF &pixels, double dpi);
    void applyPreset(int preset);
    void changeUnit();
    void showResult();
    void suggestPath();
    void browse();
    void drawPreview();
    QPalette colours() const;

    widgets::BoardContents m_contents;
    widgets::PlotAddress m_plot;
    QSize m_shown;
    QString m_name, m_suggestion;
    QComboBox *m_format, *m_preset, *m_unit, *m_theme;
    QDoubleSpinBox *m_width, *m_height;
    QSpinBox *m_dpi;
    QLineEdit *m_path;
    QLabel *m_preview, *m_result;
    QTimer m_redraw; ///< delays the preview until the user pauses
};

} // namespace lensboard::app
