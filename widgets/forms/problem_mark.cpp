#include "widgets/forms/problem_mark.h"

#include "widgets/axes/plot_theme.h"

#include <QApplication>
#include <QLabel>

namespace lensboard::widgets {

namespace {

QColor mixed(const QColor &ground, const QColor &colour)
{
    constexpr double kShare = 0.25;
    const auto mix = [](int a, int b) { return static_cast<int>(a + (b - a) * kShare); };
    return {mix(ground.red(), colour.red()), mix(ground.green(), colour.green()), mix(ground.blue(), colour.blue())};
}

} // namespace

void showProblem(QLabel *label, const QString &problem)
{
    QPalette palette;
    palette.setColor(QPalette::WindowText, PlotTheme(QApplication::palette()).warning);
    label->setPalette(palette);
    label->setText(problem);
    label->setVisible(!problem.isEmpty());
}

void markControl(QWidget *control, bool isWrong)
{
    QPalette palette;
    if (isWrong) {
        const QPalette plain = QApplication::palette();
        for (const auto role : {QPalette::Base, QPalette::Button})
            palette.setColor(role, mixed(plain.color(role), PlotTheme(plain).warning));
    }
    control->setPalette(palette); // without own roles, uses the parent's palette
}

} // namespace lensboard::widgets
