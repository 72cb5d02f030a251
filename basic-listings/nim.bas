# girafa: name="nim"
10 REM JOGO DE NIM: quem tira o ultimo fosforo perde
20 REM f() fosforos de cada fila; b() os mesmos em binario; t() somas das colunas de b()
30 DIM f(10): DIM b(10,5): DIM t(5)
40 GO SUB 900
50 REM UMA VOLTA: joga a pessoa (vez=1), depois o computador (vez=2)
60 LET vez=1: POKE 23692,0: PRINT : GO SUB 200
70 GO SUB 300: LET vez=2: GO SUB 200
80 GO SUB 400: GO TO 60
100 REM MOSTRA as filas; s$ vem a seguir ao numero
110 FOR k=1 TO filas
120 PRINT "FILA ";k;s$;"--> ";f(k);" FOSFORO";"S" AND f(k)<>1
130 NEXT k: RETURN
200 REM ACABOU? Sim, se ja' nao ha' fosforos
210 FOR k=1 TO filas
220 IF f(k)<>0 THEN RETURN
230 NEXT k
240 PRINT ''"JOGO TERMINADO"
250 IF vez=1 THEN PRINT "VOCE GANHOU ...SNIF...": STOP
260 PRINT "GANHEI EU!!!...": STOP
300 REM JOGADA DA PESSOA
310 PRINT "E'A SUA VEZ DE JOGAR---"''': LET s$="": GO SUB 100
320 INPUT "FILA --> ";fila,"FOSFOROS--> ";tira
330 IF fila>filas THEN LET s$="No.DE FILA INCOERENTE, REPITA...": GO TO 380
340 IF tira>f(fila) THEN LET s$="No.DE FOSFOROS INCOERENTE,REPITA": GO TO 380
350 IF tira=0 THEN GO TO 320
360 PRINT ''"A SUA JOGADA - FILA -----> ";fila'TAB 15;"FOSFOROS-->";tira'''
370 LET f(fila)=f(fila)-tira: LET s$=" ": GO TO 100
380 PRINT #0;s$: PAUSE 150: GO TO 320
400 REM JOGADA DO COMPUTADOR: que filas ha'?
410 LET cheias=0: LET grandes=0: LET uns=0
420 FOR k=1 TO filas
430 LET cheias=cheias+(f(k)<>0): LET grandes=grandes+(f(k)>1): LET uns=uns+(f(k)=1)
440 NEXT k
450 IF grandes>1 THEN GO TO 600
460 IF grandes=1 THEN GO TO 500
470 IF cheias=2*INT (cheias/2) THEN PRINT
480 GO SUB 800: LET f(fila)=0: RETURN
500 REM UMA FILA GRANDE: deixa um numero impar de filas com um fosforo
510 FOR k=1 TO filas: IF f(k)<2 THEN NEXT k
520 LET sobra=(uns=2*INT (uns/2)): LET tira=f(k)-sobra
530 LET fila=k: LET s$="S" AND (tira>1 OR NOT sobra): GO TO 760
600 REM VARIAS FILAS GRANDES: soma coluna a coluna em binario
610 FOR j=1 TO 5: LET t(j)=0: NEXT j
620 FOR k=1 TO filas
630 LET n=f(k)
640 FOR j=1 TO 5
650 LET m=INT (n/2): LET b(k,j)=n-2*m: LET t(j)=t(j)+b(k,j): LET n=m
660 NEXT j: NEXT k
670 FOR j=1 TO 5: IF t(j)-2*INT (t(j)/2)=1 THEN GO TO 700
680 NEXT j
690 GO SUB 800: LET f(fila)=f(fila)-1: RETURN
700 REM GANHA quem deixa todas as somas pares (a casa filas+1 faz como o livro: com dez filas da' erro 3)
710 LET f(INT filas+1)=0
720 FOR k=1 TO filas: IF f(k)=0 THEN GO TO 750
730 LET tira=0
740 LET tira=tira+1: GO SUB 850: IF pares THEN LET fila=k: LET s$="S" AND tira>1: GO TO 760
745 IF tira<f(k) THEN GO TO 740
750 NEXT k: LET fila=k-1: GO SUB 830: LET f(fila)=f(fila)-1: RETURN
760 PRINT '"A MINHA JOGADA - TIRAR ";tira;" FOSFO-"'"                 RO";s$;" DA FILA ";fila
770 LET f(fila)=f(fila)-tira: RETURN
800 REM PRIMEIRA FILA com fosforos: anuncia que tira um
810 FOR k=1 TO filas: IF f(k)=0 THEN NEXT k
820 LET fila=k
830 PRINT '"A MINHA JOGADA - TIRAR 1 FOSFORO                 DA FILA ";fila: RETURN
850 REM FICAM PARES as somas, tirando tira 'a fila k?
860 LET n=f(k)-tira: LET pares=0
870 FOR j=1 TO 5
880 LET m=INT (n/2): LET s=t(j)-b(k,j)+n-2*m: IF s<>2*INT (s/2) THEN RETURN
885 LET n=m: NEXT j
890 LET pares=1: RETURN
900 REM LEITURA das filas
910 INPUT "NUMERO DE FILAS (<=10)? ";filas: IF filas>10 THEN GO TO 910
920 FOR k=1 TO filas
930 PRINT "FILA ";k;" --> ";
940 INPUT "No.DE FOSFOROS ? ";n: IF n>16 THEN GO TO 940
950 PRINT "FOSFORO(S) -- ";n: LET f(k)=n
960 NEXT k
970 PRINT : PRINT : RETURN
