// Reads SDF files with sdformat's own parser, strictly: 0, or 1 after its messages. Prints what it understood of the body. Tags
// in another namespace are the reader's business, as Drake's are.
//
// SPDX-License-Identifier: BSD-3-Clause
#include <sdf/sdf.hh>

#include <iostream>

int main(int argc, char **argv) {
    int failed = argc < 2;
    for (int i = 1; i < argc; i++) {
        sdf::Root root;
        sdf::ParserConfig config;
        config.SetWarningsPolicy(sdf::EnforcementPolicy::ERR);
        config.SetUnrecognizedElementsPolicy(sdf::EnforcementPolicy::ERR);
        config.SetFindCallback([](const std::string &name) { return name; });
        for (const sdf::Error &error : root.Load(argv[i], config)) {
            std::cerr << error.Message() << "\n";
            failed = 1;
        }
        const sdf::World *world = root.WorldByIndex(0);
        const sdf::Model *model = world ? world->ModelByName("body") : nullptr;
        const sdf::Link *link = model ? model->LinkByIndex(0) : nullptr;
        if (!link || !link->CollisionByIndex(0)) {
            std::cerr << "no collision in " << argv[i] << "\n";
            failed = 1;
            continue;
        }
        const sdf::ElementPtr surface = link->CollisionByIndex(0)->Element()->GetElement("surface");
        std::cout << "mass " << link->Inertial().MassMatrix().Mass() << " collisions " << link->CollisionCount()
                  << " mu " << surface->GetElement("friction")->GetElement("ode")->Get<double>("mu") << " restitution "
                  << surface->GetElement("bounce")->Get<double>("restitution_coefficient") << " threshold "
                  << surface->GetElement("bounce")->Get<double>("threshold") << "\n";
    }
    return failed;
}
