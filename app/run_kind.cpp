#include "app/run_kind.h"

#include "core/experiment/experiment.h"
#include "widgets/qt_text.h"

#include <QFileInfo>

namespace lensboard::app {

using widgets::text;

QString kindOf(const record::RunInfo &info, const QString &path)
{
    if (const std::string experiment = experiment::nameOf(info.experiment); !experiment.empty())
        return text(experiment);
    const QString name = text(info.name);
    const QFileInfo file(path);
    const bool isNamedByFile = !path.isEmpty() && file.fileName().startsWith(name); // a number may follow the name
    return isNamedByFile ? file.path() : name;
}

} // namespace lensboard::app
