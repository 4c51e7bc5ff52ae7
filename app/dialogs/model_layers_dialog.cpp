#include "app/dialogs/model_layers_dialog.h"

#include "widgets/core_words.h"
#include "widgets/qt_text.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <map>

namespace lensboard::app {

using widgets::text;

ModelLayersDialog::ModelLayersDialog(const QString &path, const session::ModelInspection &model, QWidget *parent) : QDialog(parent)
{
    constexpr int kLetters = 80, kLines = 30; // window size in letters and lines, so that it grows with the font
    setWindowTitle(tr("Layers of %1").arg(QFileInfo(path).fileName()));
    auto *tree = new QTreeWidget(this);
    tree->setObjectName("modelLayers");
    tree->setAccessibleName(tr("Layers"));
    tree->setHeaderLabels({tr("Layer"), tr("Type"), tr("Parameters"), QString()});
    std::map<std::string, QTreeWidgetItem *> items;
    std::int64_t parameters = 0;
    bool anyShared = false;
    for (const record::LayerInfo &layer : model.layers) {
        const std::size_t dot = layer.name.rfind('.');
        const auto outer = items.find(dot == std::string::npos ? std::string() : layer.name.substr(0, dot));
        const bool isInner = outer != items.end() && !layer.name.empty();
        const std::string shown = isInner && dot != std::string::npos ? layer.name.substr(dot + 1) : shownName(layer);
        auto *item = isInner ? new QTreeWidgetItem(outer->second) : new QTreeWidgetItem(tree);
        item->setText(0, text(shown));
        item->setText(1, text(layer.type));
        for (QTreeWidgetItem *within = item; within; within = within->parent())
            within->setData(2, Qt::UserRole, within->data(2, Qt::UserRole).toLongLong() + static_cast<qlonglong>(parameterCount(layer)));
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        if (const std::string shared = sharedParameters(layer); !shared.empty())
            item->setText(3, tr("shared with %1").arg(text(shared)));
        anyShared = anyShared || !item->text(3).isEmpty();
        items[layer.name] = item;
        parameters += parameterCount(layer);
    }
    for (const auto &[name, item] : items)
        item->setText(2, QLocale().toString(item->data(2, Qt::UserRole).toLongLong()));
    tree->setColumnHidden(3, !anyShared);
    tree->expandAll();
    tree->header()->setStretchLastSection(false);
    tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    QString told = tr("%1 parameters in all. Choose data, loss and optimizer in the editor, then prepare the training.")
                       .arg(QLocale().toString(static_cast<qlonglong>(parameters)));
    for (const record::Message &notice : model.notices)
        told += '\n' + widgets::messageText(notice);
    auto *label = new QLabel(told, this);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(tree, 1);
    layout->addWidget(buttons);
    resize(kLetters * fontMetrics().averageCharWidth(), kLines * fontMetrics().lineSpacing());
}

} // namespace lensboard::app
