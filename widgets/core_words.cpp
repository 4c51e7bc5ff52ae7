#include "widgets/core_words.h"

#include <QCoreApplication>

namespace lensboard::widgets {

using record::RunEvent;

namespace {

class CoreWords
{
    Q_DECLARE_TR_FUNCTIONS(CoreWords)
};

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

QString helpText(const std::string &help)
{
    return QCoreApplication::translate("Schema", help.c_str());
}

} // namespace lensboard::widgets
