#include "app/experiment_source.h"

#include "core/experiment/experiment.h"
#include "core/experiment/json_text.h"
#include "core/record/message.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_folder.h"
#include "core/store/run.h"
#include "widgets/qt_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace lensboard::app {

using experiment::ExperimentError;
using experiment::Json;
using widgets::text;

namespace {

const QString kExamples = QStringLiteral(":/experiments");

QString contentsOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw ExperimentError(record::message("%1: cannot be read; check its permissions", path.toStdString()));
    return QString::fromUtf8(file.readAll());
}

/// Writes the example data \p name to a file and returns its path.
QString writtenData(const QString &name)
{
    const QDir folder(text((store::runFolder().parent_path() / "examples").string()));
    const QString written = folder.filePath(name);
    if (QFileInfo(written).size() == QFileInfo(kExamples + '/' + name).size())
        return written;
    QFile::remove(written);
    if (!folder.mkpath(QStringLiteral(".")) || !QFile::copy(kExamples + '/' + name, written))
        throw ExperimentError(record::message("%1: cannot be written; check its permissions", written.toStdString()));
    return written;
}

/// Returns the experiment recorded by the run at \p path as JSON, in the order of the schema.
QString recordedText(const QString &path, imports::ReadProgress &progress)
{
    const auto source = runs::openRun(path.toStdString(), progress);
    const std::string recorded = source->run()->info().experiment;
    if (!isExperiment(recorded))
        throw ExperimentError(path.toStdString() + ": this run has no experiment; choose one that Lensboard trained");
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

Json readExample(const QString &path)
{
    Json json = experiment::parseJson(contentsOf(path).toStdString());
    Json &data = json["dataset"];
    if (const QString name = text(data.value("path", std::string())); !name.isEmpty() && QFile::exists(kExamples + '/' + name))
        data["path"] = writtenData(name).toStdString();
    return json;
}

QString experimentText(const QString &path, imports::ReadProgress &progress)
{
    const bool isExample = path.startsWith(':');
    if (!isExample && !path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return recordedText(path, progress);
    const Json resolved = isExample ? readExample(path) : experiment::readJsonFile(path.toStdString());
    const QString written = contentsOf(path); // known to be a regular file, since it was read
    return resolved == experiment::parseJson(written.toStdString()) ? written : text(experiment::prettyText(resolved));
}

bool isExperiment(const std::string &recorded)
{
    const Json json = Json::parse(recorded, nullptr, false);
    return json.is_object() && json.contains("format") && json["format"].is_number_integer();
}

} // namespace lensboard::app
