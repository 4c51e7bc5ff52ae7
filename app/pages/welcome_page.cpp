#include "app/pages/welcome_page.h"

#include "app/file_opener.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace lensboard::app {

WelcomePage::WelcomePage(FileOpener &opener)
{
    auto *label = new QLabel(tr("<h2>Watch a network train from the inside</h2>"
                                "<p>Train an example, write an experiment, open one (.json) or a recorded run (.lbrun),<br>"
                                "or drop a file here.</p>"),
                             this);
    label->setAlignment(Qt::AlignCenter);
    auto *examples = new QPushButton(tr("Train an example"), this);
    auto *menu = new QMenu(examples);
    opener.addExamples(*menu);
    examples->setMenu(menu);
    auto *create = new QPushButton(tr("New experiment"), this);
    connect(create, &QPushButton::clicked, this, &WelcomePage::experimentWanted);
    auto *open = new QPushButton(tr("Open a run or experiment …"), this);
    connect(open, &QPushButton::clicked, &opener,
            [&opener] { opener.askAndOpen(tr("Open"), tr("Runs, experiments and models (*.lbrun *.json *.pt)")); });
    auto *layout = new QVBoxLayout(this);
    layout->addStretch();
    layout->addWidget(label);
    layout->addSpacing(12);
    for (QPushButton *button : {examples, create, open}) {
        button->setMinimumSize(260, 34);
        layout->addWidget(button, 0, Qt::AlignHCenter);
    }
    layout->addStretch();
}

} // namespace lensboard::app
