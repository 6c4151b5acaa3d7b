# The program and the Python package on Debian. `docker build -t routh .`, then
#     docker run --rm -v "$PWD:/data" routh study drops.csv -o report
#     docker run --rm -v "$PWD:/data" --entrypoint python3 routh script.py
# Simulators are left out, and so is matplotlib, which brings a gigabyte of compilers on Debian:
#     docker build -t routh --build-arg PACKAGES=python3-matplotlib .
# SPDX-License-Identifier: BSD-3-Clause

FROM debian:bookworm AS build
WORKDIR /source
COPY scripts/setup scripts/
RUN scripts/setup build web && apt-get -qq install -y --no-install-recommends make python3
COPY . .
RUN make install PREFIX=/usr/local
RUN cmake --build --preset release --target python_package -- --quiet && \
    cmake --install build/release --prefix /package --component python

FROM debian:bookworm-slim
ARG PACKAGES=""
RUN apt-get -qq update && \
    apt-get -qq install -y --no-install-recommends libgomp1 libjansson4 libopenblas0-pthread \
        zlib1g python3 python3-numpy python3-pandas $PACKAGES && \
    rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local /usr/local
COPY --from=build /package/lib/python3/dist-packages /usr/lib/python3/dist-packages
# what is missing shows here, not when somebody runs it
RUN ldconfig && routh --version && python3 -c 'import routh; print(routh.__version__)'
WORKDIR /data
ENTRYPOINT ["routh"]
CMD ["--help"]
