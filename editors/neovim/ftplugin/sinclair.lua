-- Starts `girafa lsp` for a listing, or attaches the running server.
vim.bo.commentstring = "# %s"
vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"

local command = vim.g.girafa_command or { "girafa", "lsp" }
if vim.fn.executable(command[1]) == 0 then
    return
end
local config = { name = "girafa", cmd = command, root_dir = vim.fn.getcwd() }
if vim.lsp.start then
    vim.lsp.start(config)
    return
end
-- Before Neovim 0.8.
local id
for _, client in pairs(vim.lsp.get_active_clients()) do
    if client.name == config.name then
        id = client.id
    end
end
vim.lsp.buf_attach_client(0, id or vim.lsp.start_client(config))
