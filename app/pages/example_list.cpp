#include "app/pages/example_list.h"

#include "app/experiment_source.h"
#include "app/pages/start_list.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHeaderView>
#include <QStandardItemModel>

namespace lensboard::app {

static_assert(kExamplePathRole == Qt::UserRole);

namespace {

struct ExampleHint
{
    const char *name, *hint;
};

constexpr ExampleHint kExampleHints[] = {
    {"spirals-mlp", QT_TRANSLATE_NOOP("ExampleList", "Done in seconds: raise the learning rate while it trains and watch loss and gradients jump")},
    {"fashion-mnist-mlp", QT_TRANSLATE_NOOP("ExampleList", "Dead ReLUs: watch the share of dead units rise as the learning rate grows; all lenses are on")},
    {"fashion-mnist-cnn", QT_TRANSLATE_NOOP("ExampleList", "A CNN with dropout: compare how far each step moves the first and the last layer")},
    {"fashion-mnist-resnet", QT_TRANSLATE_NOOP("ExampleList", "Residual blocks: see whether gradients keep their size down to the first layer")},
    {"batchnorm-drift", QT_TRANSLATE_NOOP("ExampleList", "Batch normalization: watch its running mean and variance drift, and its feature maps")},
    {"gpl-transformer", QT_TRANSLATE_NOOP("ExampleList", "A small GPT learns a license text: compare training and validation loss, and the gradients of its blocks")},
    {"spiking-lif", QT_TRANSLATE_NOOP("ExampleList", "Spiking neurons: watch firing rate, membrane voltage and single spikes")},
};

QString hintOf(const QString &name)
{
    for (const ExampleHint &example : kExampleHints)
        if (name == QLatin1String(example.name))
            return QCoreApplication::translate("ExampleList", example.hint);
    return {};
}

} // namespace

StartList *makeExampleList(QWidget *parent)
{
    auto *list = new StartList(parent);
    auto *model = new QStandardItemModel(0, 2, list);
    for (const QString &path : examplePaths()) {
        const QString name = QFileInfo(path).completeBaseName();
        QList<QStandardItem *> row = {new QStandardItem(name), new QStandardItem(hintOf(name))};
        row.front()->setData(path, kExamplePathRole);
        for (QStandardItem *item : row)
            item->setToolTip(row.back()->text());
        model->appendRow(row);
    }
    list->setModel(model);
    list->setObjectName("examples");
    list->setAccessibleName(QCoreApplication::translate("ExampleList", "Examples"));
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    return list;
}

} // namespace lensboard::app
