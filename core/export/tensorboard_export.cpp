#include "core/export/tensorboard_export.h"

#include "core/export/exported_part.h"
#include "core/store/frame_player.h"
#include "core/visualizer/tensorboard_writer.h"

namespace lensboard::exports {

namespace fs = std::filesystem;

namespace {

void check(const visualizer::TensorboardWriter &writer)
{
    if (!writer.problem().empty())
        throw std::runtime_error(writer.problem());
}

} // namespace

std::vector<fs::path> exportTensorboard(const store::Run &run, const store::Selection &selection, const fs::path &folder,
                                        record::Progress &progress)
{
    const ExportedPart part(run, selection, progress);
    visualizer::TensorboardWriter writer(folder);
    store::FramePlayer player;
    player.introduce(part.whole(), writer);
    try {
        const bool isWhole = part.forEachBlock(part.series(), [&](const std::vector<record::Frame> &frames) {
            for (const record::Frame &frame : frames)
                player.play(frame, writer);
            check(writer); // which writes a few times a second
        });
        writer.flush();
        check(writer);
        if (!isWhole)
            writer.discard();
    } catch (const std::exception &) {
        writer.discard();
        throw;
    }
    return writer.files();
}

} // namespace lensboard::exports
