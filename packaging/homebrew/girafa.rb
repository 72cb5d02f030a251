# Made by `cargo xtask release --fill` from packaging/homebrew/girafa.rb.
class Girafa < Formula
  desc "Run type-in BASIC listings on an emulated ZX Spectrum 48K"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/girafa-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256_aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/girafa-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256_x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/girafa-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256_aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/girafa-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256_x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "girafa"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/girafa.bash" => "girafa"
    fish_completion.install "completions/girafa.fish"
    zsh_completion.install "completions/_girafa"
  end

  test do
    (testpath/"product.bas").write "10 PRINT 6*7\n"
    assert_match "42", shell_output("#{bin}/girafa run product.bas")
  end
end
