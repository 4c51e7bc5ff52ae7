#include "app/dialogs/export_dialog.h"

#include "app/dialogs/save_path.h"
#include "app/settings.h"
#include "widgets/qt_text.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

#include <cmath>

namespace lensboard::app {

namespace {

QString described(const store::Selection &part)
{
    QStringList limits;
    if (part.tags && part.tags->size() == 1)
        limits << widgets::text(*part.tags->begin());
    else if (part.tags)
        limits << ExportDialog::tr("%1 tags").arg(part.tags->size());
    if (!part.hiddenLayers.empty())
        limits << ExportDialog::tr("without %n layer(s)", nullptr, static_cast<int>(part.hiddenLayers.size()));
    if (std::isfinite(part.firstStep))
        limits << ExportDialog::tr("steps %1 to %2").arg(std::ceil(part.firstStep), 0, 'f', 0).arg(std::floor(part.lastStep), 0, 'f', 0);
    return limits.isEmpty() ? ExportDialog::tr("&Shown data: all tags and steps") : ExportDialog::tr("&Shown data: %1").arg(limits.join(", "));
}

} // namespace

ExportDialog::ExportDialog(const QString &name, const store::Selection &shown, QWidget *parent)
    : QDialog(parent), m_name(name), m_shown(shown), m_format(new QComboBox(this)),
      m_onlyShown(new QRadioButton(described(shown), this)), m_path(new QLineEdit(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Export"));
    for (const ExportKind &kind : kExportKinds)
        m_format->addItem(QCoreApplication::translate("Export", kind.name));
    m_format->setObjectName("format");
    m_onlyShown->setObjectName("onlyShown");
    m_onlyShown->setChecked(true);
    auto *everything = new QRadioButton(tr("&Everything"), this);
    everything->setObjectName("everything");
    m_path->setObjectName("path");
    m_path->setMinimumWidth(380);
    auto *browseButton = new QPushButton(tr("&Browse …"), this);
    auto *where = new QHBoxLayout;
    where->addWidget(m_path);
    where->addWidget(browseButton);
    QPushButton *exportButton = m_buttons->addButton(tr("E&xport"), QDialogButtonBox::AcceptRole);
    exportButton->setObjectName("export");
    exportButton->setDefault(true);
    auto *form = new QFormLayout(this);
    form->addRow(tr("&As"), m_format);
    form->addRow(QString(), m_onlyShown);
    form->addRow(QString(), everything);
    auto *whereLabel = new QLabel(tr("&To"), this);
    whereLabel->setBuddy(m_path);
    form->addRow(whereLabel, where);
    form->addRow(m_buttons);
    suggestPath();
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::suggestPath);
    connect(m_path, &QLineEdit::textChanged, exportButton, [exportButton](const QString &path) { exportButton->setEnabled(!path.isEmpty()); });
    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);
}

void ExportDialog::offerPlot(const QString &plot)
{
    QPushButton *one = m_buttons->addButton(tr("One &Plot …"), QDialogButtonBox::ResetRole);
    one->setObjectName("onePlot");
    one->setAutoDefault(false);
    one->setToolTip(tr("Export a picture of %1, in a size and with colours that you choose").arg(plot));
    connect(one, &QPushButton::clicked, this, [this] {
        m_wantsPlot = true;
        QDialog::accept();
    });
}

ExportFormat ExportDialog::format() const
{
    return kExportKinds[static_cast<std::size_t>(m_format->currentIndex())].format;
}

const store::Selection &ExportDialog::part() const
{
    return m_onlyShown->isChecked() ? m_shown : m_everything;
}

QString ExportDialog::path() const
{
    const QString path = QDir(Settings::lastFolder()).absoluteFilePath(QDir::fromNativeSeparators(m_path->text()));
    return QFileInfo(path).suffix().isEmpty() ? path + QLatin1String(kind().suffix) : path;
}

QString ExportDialog::suggestedName(const ExportKind &wanted) const
{
    if (*wanted.suffix)
        return m_name + QLatin1String(wanted.suffix);
    return m_name + (wanted.format == ExportFormat::Csv ? QStringLiteral("-csv") : QStringLiteral("-tensorboard"));
}

/// Proposes a path for the format until the user chooses another path.
void ExportDialog::suggestPath()
{
    if (m_path->text() != m_suggestion)
        return;
    m_suggestion = QDir::toNativeSeparators(Settings::lastFolder() + '/' + suggestedName(kind()));
    m_path->setText(m_suggestion);
}

void ExportDialog::browse()
{
    const QString name = m_format->currentText();
    const QString chosen = *kind().suffix
        ? QFileDialog::getSaveFileName(this, tr("Export"), path(), QStringLiteral("%1 (*%2)").arg(name, QLatin1String(kind().suffix)),
                                       nullptr, QFileDialog::DontConfirmOverwrite)
        : QFileDialog::getExistingDirectory(this, tr("Export"), QFileInfo(path()).absolutePath());
    if (!chosen.isEmpty())
        m_path->setText(QDir::toNativeSeparators(chosen));
}

void ExportDialog::accept()
{
    const QFileInfo target(path());
    const bool addsFiles = target.isDir() && format() != ExportFormat::Csv;
    if (!addsFiles && !mayReplace(this, tr("Export"), path()))
        return;
    Settings::setLastFolder(target.absolutePath());
    QDialog::accept();
}

} // namespace lensboard::app
