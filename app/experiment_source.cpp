#include "app/experiment_source.h"

#include "core/experiment/experiment.h"
#include "core/experiment/json_text.h"
#include "core/import/run_source.h"
#include "core/store/run.h"
#include "widgets/qt_text.h"

#include <QDir>
#include <QFile>

namespace lensboard::app {

using experiment::ExperimentError;
using experiment::Json;
using widgets::text;

namespace {

const QString kExamples = QStringLiteral(":/experiments");

/// What was recorded of a run, in the order of the schema.
QString recordedText(const QString &path, imports::ReadProgress &progress)
{
    const auto source = imports::openRun(path.toStdString(), progress);
    const std::string recorded = source->run()->info().experiment;
    if (!isExperiment(recorded))
        throw ExperimentError(path.toStdString() + ": this run tells no experiment; choose one that Lensboard trained");
    return text(experiment::prettyText(experiment::parseJson(recorded)));
}

} // namespace

QStringList examplePaths()
{
    QStringList paths;
    for (const QString &name : QDir(kExamples).entryList({"*.json"}, QDir::Files, QDir::Name))
        paths << kExamples + '/' + name;
    return paths;
}

QString experimentText(const QString &path, imports::ReadProgress &progress)
{
    QFile file(path);
    const bool isExample = path.startsWith(':');
    if (!isExample && !path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return recordedText(path, progress);
    const Json resolved = isExample ? Json() : experiment::readJsonFile(path.toStdString());
    if (!file.open(QIODevice::ReadOnly))
        throw ExperimentError(path.toStdString() + ": cannot be read; check its permissions");
    const QString written = QString::fromUtf8(file.readAll());
    const bool isUnchanged = isExample || resolved == experiment::parseJson(written.toStdString());
    return isUnchanged ? written : text(experiment::prettyText(resolved));
}

bool isExperiment(const std::string &recorded)
{
    const Json json = Json::parse(recorded, nullptr, false);
    return json.is_object() && json.contains("format") && json["format"].is_number_integer();
}

} // namespace lensboard::app
