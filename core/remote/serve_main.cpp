#include "core/record/version.h"
#include "core/remote/run_server.h"

#include <cstdio>
#include <string_view>

/// Server without the rest of Lensboard, as an alternative to `lensboard serve`.
int main(int argc, char **argv)
{
    if (argc == 3 && std::string_view(argv[1]) == "--stdio")
        return lensboard::remote::serveOnStandardStreams(argv[2]);
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        std::printf("lensboard-server %s\n", lensboard::record::version());
        return 0;
    }
    std::fputs("Usage: lensboard-server --stdio FOLDER\nShows the runs of a folder to a Lensboard on another machine, which starts this through ssh.\n", stderr);
    return 2;
}
