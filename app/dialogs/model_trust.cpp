#include "app/dialogs/model_trust.h"

#include "app/background_task.h"
#include "app/dialogs/complaint.h"
#include "core/session/trusted_models.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSet>

namespace lensboard::app {

using widgets::messageText;
using widgets::text;

namespace {

struct ModelTrust
{
    Q_DECLARE_TR_FUNCTIONS(ModelTrust)
};

enum class Answer { No, Once, Always };

Answer ask(QWidget *window, const QString &path)
{
    QMessageBox box(QMessageBox::Warning, ModelTrust::tr("Run this program?"), ModelTrust::tr("Run this program?"), QMessageBox::NoButton, window);
    box.setObjectName("trustQuestion");
    box.setInformativeText(ModelTrust::tr("%1\n\nA TorchScript file or a plug-in is a program. Opening it runs it as you: a TorchScript file may use "
                                          "much memory and time, and a plug-in may do all that you may. Run only programs from people you trust.")
                               .arg(QDir::toNativeSeparators(path)));
    auto *remember = new QCheckBox(ModelTrust::tr("&Remember for this file as it is now"), &box);
    box.setCheckBox(remember);
    const QPushButton *run = box.addButton(ModelTrust::tr("Run Program"), QMessageBox::AcceptRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    if (box.clickedButton() != run)
        return Answer::No;
    return remember->isChecked() ? Answer::Always : Answer::Once;
}

/// Remembers the trust in \p path. If remembering fails, shows a message; the model may run either way.
void rememberOrComplain(QWidget *window, const QString &path, const std::string &sha256)
{
    try {
        session::TrustedModels().remember(path.toStdString(), sha256);
    } catch (const std::exception &error) {
        complain(window, ModelTrust::tr("The program is not remembered"), messageText(error));
    }
}

} // namespace

bool mayRunModel(QWidget *window, const QString &path, const std::string &sha256)
{
    static QSet<QString> allowed; // allowed until the program ends
    const QString key = QFileInfo(path).absoluteFilePath() + '\n' + text(sha256);
    if (allowed.contains(key) || session::TrustedModels().knows(path.toStdString(), sha256))
        return true;
    const Answer answer = ask(window, path);
    if (answer == Answer::No)
        return false;
    allowed.insert(key);
    if (answer == Answer::Always)
        rememberOrComplain(window, path, sha256);
    return true;
}

std::optional<std::string> trustedModel(QWidget *window, const QString &path)
{
    try {
        std::string sha256;
        if (runInBackground(window, ModelTrust::tr("Reading %1 …").arg(QFileInfo(path).fileName()),
                            [&](auto &) { sha256 = session::fileSha256(path.toStdString()); })
            && mayRunModel(window, path, sha256))
            return sha256;
    } catch (const std::exception &error) {
        complain(window, ModelTrust::tr("Cannot open"), messageText(error));
    }
    return std::nullopt;
}

std::optional<std::map<std::filesystem::path, std::string>> trustedPrograms(QWidget *window, const experiment::Experiment &experiment)
{
    std::map<std::filesystem::path, std::string> trusted;
    for (const std::filesystem::path &program : session::programsOf(experiment)) {
        const auto sha256 = trustedModel(window, text(program.string()));
        if (!sha256)
            return std::nullopt;
        trusted[program] = *sha256;
    }
    return trusted;
}

} // namespace lensboard::app
