# girafa: name="moedas-tab"
10 REM JOGO DAS MOEDAS: cada um tira de 1 a 3; quem tira a ultima perde
20 REM n moedas na mesa; t as que se tiram; v de quem e' a vez: 1 a pessoa, 2 o computador
30 REM b(m) jogada boa com m moedas, 0 se nao a ha'
40 LET a=200: GO SUB 900: GO SUB 300
50 PRINT "**** TABELA DE JOGADAS ****"
60 PRINT "JOGADA BOA DE 1 A ";n;" MOEDAS:"
70 FOR m=1 TO n: PRINT b(m);: NEXT m: PRINT
100 REM UMA VOLTA, ate' restar uma moeda ou nenhuma
110 IF n<2 THEN GO TO 500
120 POKE 23692,255: GO SUB 600
130 IF v=1 THEN GO SUB 700: LET v=2: GO TO 160
140 LET t=b(n): IF t=0 THEN LET t=1
150 PRINT "EU TIRO ";t;" MOEDA";"S" AND t>1;".": LET v=1
160 LET n=n-t: GO TO 100
300 REM TABELA: com m moedas e' boa a jogada que deixa uma posicao sem jogada boa
310 DIM b(n): FOR m=2 TO n
320 FOR t=1 TO 3
330 IF b(m-t)<>0 THEN NEXT t: LET t=0
340 LET b(m)=t: NEXT m: RETURN
500 REM FIM
510 IF n=0 THEN PRINT '"VOCE TIROU A ULTIMA MOEDA."'"GANHEI EU.": STOP
520 PRINT '"SO' RESTA UMA MOEDA."
530 IF v=1 THEN PRINT "E'SUA: GANHEI EU.": STOP
540 PRINT "E'MINHA: GANHOU VOCE.": STOP
600 REM A MESA
610 PRINT '"HA' ";n;" MOEDAS NA MESA."
620 IF n<=32 THEN PRINT m$( TO n)
630 RETURN
700 REM JOGADA DA PESSOA
710 INPUT "QUANTAS TIRA (1 A 3)? ";t
720 IF t=INT t AND t>=1 AND t<=3 AND t<=n THEN PRINT "VOCE TIRA ";t;" MOEDA";"S" AND t>1;".": RETURN
730 PRINT "TIRE DE 1 A ";3-(n<3);"."
740 GO TO 710
900 REM LEITURA do numero de moedas, ate' a; m$ uma fila delas
910 FOR k=0 TO 7: READ b: POKE USR "a"+k,b: NEXT k
920 LET m$="": FOR k=1 TO 32: LET m$=m$+CHR$ 144: NEXT k
930 INPUT "QUANTAS MOEDAS (1 A "+STR$ a+")? ";n
940 IF n<>INT n OR n<1 OR n>a THEN GO TO 930
950 LET v=1: RETURN
960 DATA BIN 00111100,BIN 01111110,BIN 11000011,BIN 11011011,BIN 11011011,BIN 11000011,BIN 01111110,BIN 00111100
