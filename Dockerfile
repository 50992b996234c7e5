FROM python:3.12-slim-trixie AS build
WORKDIR /src
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# strip; it stays in this stage, so any version of it will do.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
RUN python -m venv /papan
COPY requirements.lock ./
# Every package by its hash, the build tool included; nothing is compiled, so no compiler is needed.
RUN /papan/bin/python -m pip install --require-hashes --only-binary :all: -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY renderer renderer
COPY bot bot
RUN /papan/bin/python -m pip install --no-deps --no-build-isolation . \
    && /papan/bin/python -m pip uninstall --yes setuptools pip
# What is only needed to build and test: tests, stubs, sources of compiled modules, symbols for debuggers, and the languages that
# Papan does not speak. The files of licences stay. What wheels bring in *.libs cannot be stripped: its layout is patched.
RUN find /papan -type d -name tests -prune -exec rm -r {} + \
    && find /papan -type f -regex '.*\.\(pyi\|pyx\|pxd\|c\|cpp\|h\|hpp\|a\)' -delete \
    && find /papan -path '*/babel/locale-data/*' -name '*.dat' ! -regex '.*/\(root\|en\|ms\|id\)\(_.*\)?\.dat' -delete \
    && find /papan -type f -name '*.so' ! -path '*.libs/*' -exec strip --strip-unneeded {} +
# Compile the computer player, and solve the endgames that it looks up; about a minute and a half.
RUN NUMBA_CACHE_DIR=/kernel /papan/bin/papan warm \
    && NUMBA_CACHE_DIR=/kernel /papan/bin/papan tables tabal tabal-globe-joueur dam dam-8

FROM python:3.12-slim-trixie
# Lays out names that are written from right to left, or whose letters join; any version of it will do.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
# The numbers are fixed so that the owner of a volume stays the same from one image to the next.
RUN groupadd --gid 10001 papan \
    && useradd --uid 10001 --gid papan --no-create-home --home-dir /data --shell /usr/sbin/nologin papan \
    && install --directory --owner papan --group papan --mode 0700 /data
COPY --from=build /papan /papan
# The compiled computer player and its endgames, owned by the user of the image. On another kind of processor it is compiled again, once.
COPY --from=build --chown=10001:10001 /kernel /kernel
ENV PATH=/papan/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    NUMBA_CACHE_DIR=/kernel \
    DATABASE_URL=sqlite+aiosqlite:////data/papan.db \
    PAPAN_HEALTH=127.0.0.1:8081
# Which commit this is: docker build --build-arg COMMIT=$(git rev-parse --short=10 HEAD) --build-arg COMMIT_DATE=$(git show -s --format=%cs)
ARG COMMIT=
ARG COMMIT_DATE=
LABEL org.opencontainers.image.revision=$COMMIT
ENV PAPAN_COMMIT=$COMMIT PAPAN_COMMIT_DATE=$COMMIT_DATE
USER 10001:10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s --retries=3 CMD ["papan", "health"]
ENTRYPOINT ["papan"]
CMD ["run"]
