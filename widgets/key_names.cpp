#include "widgets/key_names.h"

#include "widgets/qt_text.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

namespace lensboard::widgets {

namespace {

const QHash<QString, QString> &namesByKey()
{
    static const QHash<QString, QString> kNames = {
        {"limit_mb", "Limit in MB"},
        {"LossMetrics", "Loss and Metrics"},
        {"ForwardPre", "Input before Forward"},
        {"Event", "Time since Event"},
        {"fashion-mnist", "Fashion-MNIST"},
        {"cifar10", "CIFAR-10"},
    };
    return kNames;
}

/// Abbreviations and words spelt differently from their JSON keys.
const QHash<QString, QString> &spellings()
{
    static const QHash<QString, QString> kSpellings = {
        {"adamw", "AdamW"},
        {"bce", "BCE"},
        {"beta1", "beta 1"},
        {"beta2", "beta 2"},
        {"cnn", "CNN"},
        {"csv", "CSV"},
        {"eps", "epsilon"},
        {"eval", "evaluation"},
        {"grad", "gradients"},
        {"idx", "IDX"},
        {"inplace", "in place"},
        {"l1", "L1"},
        {"lr", "learning rate"},
        {"mlp", "MLP"},
        {"mse", "MSE"},
        {"nll", "NLL"},
        {"numpy", "NumPy"},
        {"plugin", "plug-in"},
        {"resnet", "ResNet"},
        {"rmsprop", "RMSprop"},
        {"sgd", "SGD"},
        {"torchscript", "TorchScript"},
        {"train", "training"},
        {"warmup", "warm-up"},
    };
    return kSpellings;
}

QString translatedName(const char *context, const std::string &key)
{
    const QString translated = QCoreApplication::translate(context, key.c_str());
    return translated == text(key) ? englishName(key) : translated;
}

} // namespace

QString englishName(const std::string &key)
{
    if (const auto known = namesByKey().constFind(text(key)); known != namesByKey().constEnd())
        return *known;
    static const QRegularExpression kNextWord("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    QStringList words = text(key).replace(kNextWord, QStringLiteral(" ")).replace('_', ' ').split(' ', Qt::SkipEmptyParts);
    for (QString &word : words)
        word = spellings().value(word, word);
    QString name = words.join(' ');
    if (!name.isEmpty())
        name[0] = name[0].toUpper();
    return name;
}

QString keyName(const std::string &key)
{
    return translatedName("SchemaKey", key);
}

QString kindName(const std::string &kind)
{
    return translatedName("SchemaKind", kind);
}

QString jsonHint(const std::string &key)
{
    return QCoreApplication::translate("KeyNames", "\"%1\" in JSON").arg(text(key));
}

} // namespace lensboard::widgets
