#include "app/export_command.h"

#include "app/train_command.h"
#include "core/store/csv_export.h"
#include "core/store/frame_player.h"
#include "core/import/run_source.h"
#include "core/visualizer/tensorboard_writer.h"
#include "widgets/plots/plot_board.h"

#include <cstdio>

namespace lensboard::app {

namespace {

std::shared_ptr<const store::Run> open(const std::string &path)
{
    imports::ReadProgress progress;
    return imports::openRun(path, progress)->run();
}

} // namespace

int exportCsv(const std::string &run, const std::string &folder)
{
    try {
        for (const auto &file : store::exportCsv(*open(run), folder))
            std::printf("%s\n", file.c_str());
        return kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", error.what());
        return kBadInput;
    }
}

int exportTensorboard(const std::string &run, const std::string &folder)
{
    try {
        const auto opened = open(run);
        store::RunCursor cursor;
        visualizer::TensorboardWriter writer(folder);
        store::FramePlayer().play(*opened, opened->since(cursor), writer);
        writer.flush();
        if (!writer.problem().empty())
            throw std::runtime_error(writer.problem());
        for (const auto &file : writer.files())
            std::printf("%s\n", file.c_str());
        return kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", error.what());
        return kBadInput;
    }
}

int exportPng(const std::string &run, const std::string &picture, int width)
{
    try {
        const auto opened = open(run);
        store::RunCursor cursor;
        widgets::PlotBoard board(opened);
        board.take(opened->since(cursor));
        if (board.plots().empty())
            throw std::runtime_error(run + ": has no points to draw; nothing was measured");
        board.resize(width, 1000);
        if (!board.picture(width).save(QString::fromStdString(picture), "PNG"))
            throw std::runtime_error(picture + ": cannot be written; check the folder, space and permissions");
        std::printf("%s\n", picture.c_str());
        return kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", error.what());
        return kBadInput;
    }
}

} // namespace lensboard::app
