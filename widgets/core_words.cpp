#include "widgets/core_words.h"

#include "core/experiment/experiment_schema.h"
#include "core/health/rules.h"
#include "core/record/error.h"
#include "widgets/key_names.h"
#include "widgets/number_text.h"
#include "widgets/pattern_table.h"
#include "widgets/qt_text.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace lensboard::widgets {

using record::RunEvent;

namespace {

class CoreWords
{
    Q_DECLARE_TR_FUNCTIONS(CoreWords)
};

constexpr const char *kMessages = "CoreMessage";
constexpr const char *kTerms = "CoreTerm";
constexpr const char *kSchema = "Schema";
constexpr const char *kKinds = "SchemaKind";

constexpr QLatin1String kCountedWords("\\b(?:steps?|ticks?|epochs?|samples?|batch) "); ///< before a number, as a regular expression

struct CoreText
{
    const char *context;
    const char *text;
};

constexpr CoreText kCoreTexts[] = {
#include "core_texts.inc"
    // words used in core's JSON too
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "mean")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "median")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "min")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "max")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "std")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "norm")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "accuracy")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "not finite")},
    // one of several lines
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 mean")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 median")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 min")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 max")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 std")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 Q1")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 Q3")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 IQR")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 -σ")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 +σ")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 not finite")},
    // names that differ from monitorch
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 Update Adjacent Prod")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "%1 Gradient Adjacent Prod")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Output Gradient Adjacent Prod")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Relative Norm")},
    // parameters, used in tag names
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Weight")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Bias")},
    // methods, also used in tag names
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Mean")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Median")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Min")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Max")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Std")},
    // keys of a run's environment
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "lensboard")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "host")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "os")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "kernel")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "processor")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "cores")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "libtorch")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "blas")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "device")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "threads")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "seed")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "model_file")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "source")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "format")},
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "file version")},
    // the lens for the share of measured steps
    {"CoreTerm", QT_TRANSLATE_NOOP("CoreTerm", "Inspector")},
    // tensors of recorders
    {"CoreMessage", QT_TRANSLATE_NOOP("CoreMessage", "gradient of its input")},
    {"CoreMessage", QT_TRANSLATE_NOOP("CoreMessage", "gradient of its output")},
    // most frequent messages of the operating system
    {"CoreMessage", QT_TRANSLATE_NOOP("CoreMessage", "No such file or directory")},
    {"CoreMessage", QT_TRANSLATE_NOOP("CoreMessage", "Permission denied")},
    {"CoreMessage", QT_TRANSLATE_NOOP("CoreMessage", "No space left on device")},
    {"CoreMessage", QT_TRANSLATE_NOOP("CoreMessage", "Is a directory")},
    {"CoreMessage", QT_TRANSLATE_NOOP("CoreMessage", "Read-only file system")},
};

/// Replaces the rule or lens name at the beginning of \p message, if any, by its shown name.
QString withName(const QString &message)
{
    const qsizetype space = message.indexOf(' ');
    const std::string first = message.left(space).toStdString();
    const bool isName = experiment::lensSchema(first) || std::ranges::any_of(health::ruleKinds(), [&](const auto &rule) { return first == rule.name; });
    return space > 0 && isName ? kindName(first) + message.mid(space) : message;
}

/// Formats numbers of steps, ticks and the like as the rest of the window does: "step 2,096".
QString withGroups(QString message)
{
    static const QRegularExpression kCount(kCountedWords + QStringLiteral("(\\d{4,})\\b"));
    for (qsizetype from = 0;;) {
        const auto found = kCount.match(message, from);
        if (!found.hasMatch())
            return message;
        const QString number = countText(found.captured(1).toLongLong());
        message.replace(found.capturedStart(1), found.capturedLength(1), number);
        from = found.capturedStart(1) + number.size();
    }
}

QStringList patternsOf(const char *context)
{
    QStringList patterns;
    for (const CoreText &each : kCoreTexts)
        if (qstrcmp(each.context, context) == 0)
            patterns << QString::fromUtf8(each.text);
    patterns.removeDuplicates();
    return patterns;
}

/// Schema texts quoted in messages, by text: help of several words, never equal to a layer's name.
using Contexts = QHash<QString, const char *>;

void addHelps(const std::vector<experiment::Section> &sections, Contexts &contexts)
{
    const auto add = [&contexts](const std::string &help) {
        if (help.find(' ') != std::string::npos)
            contexts[text(help)] = kSchema;
    };
    for (const experiment::Section &section : sections) {
        add(section.help);
        for (const experiment::Field &field : section.fields) {
            add(field.help);
            addHelps(field.sections, contexts);
        }
    }
}

/// Returns the translation context of each text used in messages.
Contexts messageContexts()
{
    Contexts contexts;
    addHelps({experiment::experimentSchema()}, contexts);
    for (const auto *sections : {&experiment::lensSchemas(), &experiment::monitorSchemas(), &experiment::recorderSchemas()}) {
        addHelps(*sections, contexts);
        for (const experiment::Section &lens : *sections)
            contexts[text(lens.kind)] = kKinds;
    }
    for (const health::RuleKind &rule : health::ruleKinds())
        contexts[QString::fromLatin1(rule.name)] = kKinds;
    for (const QString &pattern : patternsOf(kMessages))
        contexts[pattern] = kMessages;
    return contexts;
}

QString translated(const char *context, const QString &source)
{
    return QCoreApplication::translate(context, source.toUtf8().constData());
}

/// Returns true if the window is English.
bool speaksEnglish()
{
    return CoreWords::tr("notice") == QLatin1String("notice");
}

const Contexts &contexts()
{
    static const Contexts kContexts = messageContexts();
    return kContexts;
}

/// Formats numbers of steps, ticks and the like, see withGroups(). \p source is the untranslated pattern.
void groupNumbers(const QString &source, QStringList &arguments)
{
    static const QRegularExpression kPlace(kCountedWords + QStringLiteral("%([1-9])")), kNumber(QStringLiteral("^\\d{4,18}$"));
    for (auto place = kPlace.globalMatch(source); place.hasNext();) {
        const qsizetype number = place.next().captured(1).toInt() - 1;
        if (number < arguments.size() && kNumber.match(arguments[number]).hasMatch())
            arguments[number] = countText(arguments[number].toLongLong());
    }
}

/// Translates the patterns in \p message. Shows all other texts, and patterns of other versions, unchanged.
QString rendered(const record::Message &message)
{
    const record::Message::Parts *parts = message.parts();
    const QString source = parts ? text(parts->pattern) : QString();
    if (!parts || (!parts->isList && !contexts().contains(source)))
        return QString::fromStdString(message);
    QStringList arguments;
    for (const record::Message &argument : parts->arguments)
        arguments << rendered(argument);
    if (parts->isList)
        return arguments.join(source);
    groupNumbers(source, arguments);
    const char *context = contexts()[source];
    record::Message::Parts shown{(context == kKinds ? kindName(parts->pattern) : translated(context, source)).toStdString(), {}, parts->count};
    for (const QString &argument : arguments)
        shown.arguments.emplace_back(argument.toStdString());
    return text(shown.text());
}

/// Returns English words for terms that are keys or concatenated words.
const QHash<QString, QString> &englishTerms()
{
    static const QHash<QString, QString> kEnglish = [] {
        QHash<QString, QString> terms = {{"train_%1", "training %1"}, {"val_%1", "validation %1"}, {"worst %1", "worst %1"},
                                         {"activation_rate", "activation rate"}, {"death_rate", "death rate"},
                                         {"saturation_rate", "saturation rate"}, {"saturated_units", "saturated units"},
                                         {"model_file", "model file"}};
        for (const char *statistic : {"mean", "median", "min", "max", "std", "Q1", "Q3", "IQR", "not finite"})
            terms[QStringLiteral("%1 ") + QLatin1String(statistic)] = QStringLiteral("%1, ") + QLatin1String(statistic);
        return terms;
    }();
    return kEnglish;
}

/// Returns the quantity of a label: "accuracy" for "train_accuracy mean"; empty for statistics without a quantity.
QString quantityOf(const QString &label)
{
    static const QRegularExpression kAround(QStringLiteral("^(?:train|val|valid|validation|test|eval)[_/ ]|(?:^| )(?:value|norm|mean|median|min|max|std|Q1|Q3|IQR)$"));
    return QString(label).remove(kAround);
}

bool isOurs(const record::TagSpec &tag)
{
    return tag.kind == record::TagKind::Tensors || tag.lens == "monitorch" || tag.lens == record::kCoverageLens || experiment::lensSchema(tag.lens);
}

} // namespace

QString kindText(RunEvent::Kind kind)
{
    switch (kind) {
    case RunEvent::Kind::Notice: return CoreWords::tr("notice");
    case RunEvent::Kind::Warning: return CoreWords::tr("warning");
    case RunEvent::Kind::LensOn: return CoreWords::tr("lens on");
    case RunEvent::Kind::LensOff: return CoreWords::tr("lens off");
    case RunEvent::Kind::LensSettings: return CoreWords::tr("lens settings");
    case RunEvent::Kind::LearningRate: return CoreWords::tr("learning rate");
    case RunEvent::Kind::Text: return CoreWords::tr("text");
    }
    return {};
}

QString eventText(const RunEvent &event)
{
    switch (event.kind) {
    case RunEvent::Kind::Notice:
    case RunEvent::Kind::Warning: return messageText(event.text);
    case RunEvent::Kind::LensOn:
    case RunEvent::Kind::LensOff: return lensText(event.text);
    default: return text(std::string(event.text)); // of a user or another tool
    }
}

QString helpText(const std::string &help)
{
    return translated(kSchema, text(help));
}

QString messageText(const record::Message &message)
{
    return message.parts() ? rendered(message) : coreText(message);
}

QString messageText(const std::exception &error)
{
    return messageText(record::messageOf(error));
}

QString coreText(const std::string &message)
{
    const QString grouped = withGroups(text(message));
    if (speaksEnglish())
        return withName(grouped);
    static const PatternTable kTable(contexts().keys());
    return kTable.translate(grouped, [](const QString &source) { return translated(contexts()[source], source); });
}

QString factText(const record::Message &value)
{
    return rendered(value);
}

QString lensText(const std::string &name)
{
    if (name == record::kCoverageLens)
        return termText(name);
    return experiment::lensSchema(name) ? kindName(name) : text(name);
}

QString lensText(const QString &name)
{
    return lensText(name.toStdString());
}

QString tagText(const record::TagSpec &tag)
{
    if (tag.name == tag.lens)
        return lensText(tag.lens);
    return isOurs(tag) ? termText(tag.name) : text(tag.name);
}

QString termText(const QString &term)
{
    if (speaksEnglish()) {
        static const PatternTable kEnglish(englishTerms().keys());
        return kEnglish.translate(term, [](const QString &source) { return englishTerms()[source]; });
    }
    static const PatternTable kTable(patternsOf(kTerms));
    return kTable.translate(term, [](const QString &source) { return translated(kTerms, source); });
}

QString termText(const std::string &term)
{
    return termText(text(term));
}

QString quantityText(const std::string &quantity, const QStringList &labels)
{
    constexpr qsizetype kMaxNamed = 2;
    QStringList named;
    if (quantity == "value")
        for (const QString &label : labels)
            if (const QString each = termText(quantityOf(label)); !named.contains(each))
                named << each;
    const bool areKnown = !named.isEmpty() && named.size() <= kMaxNamed && !named.contains(QString());
    return areKnown ? named.join(QStringLiteral(", ")) : termText(quantity);
}

} // namespace lensboard::widgets
